extension Arguments {
  /// The inputs: the operands, or standard input where there are none and it is not a terminal.
  func inputs(in surroundings: Surroundings) throws(CommandError) -> [String] {
    if operands.isEmpty {
      if surroundings.terminals.contains(.input) { throw .usage(.noInput) }
      return ["-"]
    }
    if operands.contains("") { throw .usage(.emptyOperand) }
    if operands.count(where: { $0 == "-" }) > 1 { throw .usage(.standardInputTwice) }
    return operands
  }
}
