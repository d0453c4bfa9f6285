import CProcessors

/// Limits a process to some of the machine's processors.
enum Processors {
  /// The numbers of the processors that this process may run on.
  static var allowed: [Int] {
    var numbers = [Int32](repeating: 0, count: 1024)
    let count = processors_allowed(&numbers, 1024)
    return count > 0 ? numbers.prefix(Int(count)).map { Int($0) } : [0]
  }

  /// Restricts this process and the processes that it starts to `numbers`.
  static func restrict(to numbers: [Int]) {
    processors_restrict(numbers.map { Int32($0) }, Int32(numbers.count))
  }

  /// The processor's name from /proc/cpuinfo, and the number of processors that this process may run on.
  static var description: String {
    let lines = (try? text(ofFile: "/proc/cpuinfo").split(separator: "\n")) ?? []
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last ?? " unknown processor"
    let count = allowed.count
    return "\(model.drop { $0 == " " }), \(count) \(count == 1 ? "processor" : "processors")"
  }
}
