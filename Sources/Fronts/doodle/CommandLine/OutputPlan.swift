import DoodleKit

/// An input and its output.
struct Job: Hashable, Sendable {
  /// A path, or "-" for standard input.
  var input: String
  /// The inputs whose pages follow in the same document.
  var more: [String] = []
  /// A path, or "-" for standard output.
  var output: String
  /// Whether the output's name was made from the input's.
  var isNamedAfterInput = false
  /// Makes the names of the pages' outputs; nil if there is one output.
  var pageTemplate: OutputTemplate?
  /// The folder for map tiles, if all pages have the same.
  var tiles: String?

  /// All inputs, in the order of their pages.
  var inputs: [String] { [input] + more }

  /// Whether the output of a page is kept because it exists, which is then said.
  func keepsPage(replaces: Bool, in console: Console) throws(CommandError) -> Bool {
    guard !replaces, try withFiles({ () throws(FileError) in try isFile(output) }) else { return false }
    console.messages.summarize("\(printable(output)) is already there")
    return true
  }

  /// The same with the output of one page.
  func forPage(_ page: Int) throws(CommandError) -> Job {
    guard let pageTemplate else { return self }
    return Job(
      input: input, output: try pageTemplate.name(for: input, page: page), isNamedAfterInput: isNamedAfterInput)
  }
}

/// Decides which output belongs to which input.
enum OutputPlan {
  /// One job per input.
  ///
  /// - Parameters:
  ///   - inputs: At least one.
  ///   - output: A file, "-", a directory (it ends in "/" or exists), or an `OutputTemplate`.
  ///   - fileExtension: The extension of the files in a directory.
  ///   - pictures: Other files that the run reads.
  ///   - joins: Whether one output holds the pages of all inputs.
  /// - Throws: A usage error if two jobs have the same output, or if an output would replace a file that the run reads.
  static func jobs(
    _ inputs: [String], to output: String, fileExtension: String, reading pictures: [String] = [],
    joins: Bool = false, in surroundings: Surroundings
  ) throws(CommandError) -> [Job] {
    let jobs: [Job]
    if let template = OutputTemplate(output) {
      jobs = try inputs.map { input throws(CommandError) in
        Job(
          input: input, output: try template.name(for: input), isNamedAfterInput: true,
          pageTemplate: template.namesPages ? template : nil)
      }
    } else if output.hasSuffix("/") || (output != "-" && surroundings.isDirectory(output)) {
      let directory = output.hasSuffix("/") ? output : output + "/"
      jobs = inputs.map {
        Job(input: $0, output: "\(directory)\(FilePath.stem(of: $0)).\(fileExtension)", isNamedAfterInput: true)
      }
    } else if inputs.count == 1 || joins {
      var job = Job(input: inputs[0], output: output)
      if inputs.count > 1 { job.more = Array(inputs.dropFirst()) }
      jobs = [job]
    } else {
      let isFree = inputs.allSatisfy { FilePath.simplified($0) != "\(FilePath.stem(of: $0)).\(fileExtension)" }
      let template = isFree ? "{stem}.\(fileExtension)" : "{stem}-new.\(fileExtension)"
      throw .usage(.severalInputs(count: inputs.count, output: output, template: template))
    }
    try checkApart(jobs, from: inputs + pictures, in: surroundings)
    return jobs
  }

  /// One job per input of a command line.
  /// - Parameters:
  ///   - fileExtension: The extension of the files in a directory.
  ///   - known: The extensions that outputs may have; nil for any.
  static func jobs(
    _ arguments: Arguments, in surroundings: Surroundings, fileExtension: String, known: [String]?
  ) throws(CommandError) -> [Job] {
    let output = try arguments[OptionTable.output]
    let inputs = try arguments.inputs(in: surroundings)
    guard let output else {
      throw .usage(.missingOutput(example: example(for: inputs, fileExtension: fileExtension)))
    }
    let jobs = try jobs(
      inputs, to: output, fileExtension: fileExtension, in: surroundings)
    guard let known else { return jobs }
    for job in jobs where job.output != "-" {
      let found = FilePath.fileExtension(of: job.output)
      if !known.contains(found) {
        throw .usage(.unknownExtension(output: job.output, found: found, known: known, canForce: false))
      }
    }
    return jobs
  }

  /// One job per input of a command line, if all outputs have the same extension.
  static func jobs(
    _ arguments: Arguments, in surroundings: Surroundings, fileExtension: String
  ) throws(CommandError) -> [Job] {
    try jobs(arguments, in: surroundings, fileExtension: fileExtension, known: [fileExtension])
  }

  /// A value of `--output` that would be valid for these inputs: a name like the input's, but not the input itself.
  static func example(for inputs: [String], fileExtension: String) -> String {
    switch (inputs.count, inputs.first) {
    case (1, let input?) where input != "-":
      let name = "\(FilePath.stem(of: input)).\(fileExtension)"
      return FilePath.simplified(input) == name ? "\(FilePath.stem(of: input))-new.\(fileExtension)" : name
    case (0...1, _): return "OUT.\(fileExtension)"
    // "render a.jsonl a.png" lacks only the option's name.
    case (2, _) where ["png", "svg", "apng"].contains(FilePath.fileExtension(of: inputs[1])): return inputs[1]
    default: return "DIR/"
    }
  }

  /// A name for the outputs of pages, such as "notes-{page}.png" for "notes.png".
  static func pageName(for output: String) -> String {
    let found = FilePath.fileExtension(of: output)
    if output.hasSuffix("/") { return "\(output.dropLast())-{page}/" }
    guard output != "-", !found.isEmpty else { return "page-{page}.png" }
    return "\(output.dropLast(found.count + 1))-{page}.\(found)"
  }

  /// A document that could hold the pages, instead of a picture; nil if there is none.
  static func documentName(for output: String) -> String? {
    ["png", "svg"].contains(FilePath.fileExtension(of: output)) ? "\(output.dropLast(4)).pdf" : nil
  }

  /// The pixels per point that a name such as "icon@2x.png" asks for.
  static func scale(named path: String) -> Double? {
    let stem = FilePath.stem(of: path)
    guard stem.hasSuffix("x"), let at = stem.lastIndex(of: "@") else { return nil }
    return OptionTable.scale.type.read(String(stem[stem.index(after: at)...].dropLast()))
  }

  /// Throws if two jobs have the same output, or if an output would replace a file that the run reads.
  private static func checkApart(_ jobs: [Job], from files: [String], in surroundings: Surroundings)
    throws(CommandError)
  {
    let files = ReadFiles(files, in: surroundings)
    var writers: [String: String] = [:]
    for job in jobs where job.output != "-" {
      try files.check(job.output, in: surroundings)
      // The usual case, without a table.
      if jobs.count == 1 { return }
      if let other = writers.updateValue(job.input, forKey: FilePath.simplified(job.output)) {
        throw .usage(.sameOutput(first: other, second: job.input, output: job.output))
      }
    }
  }
}
