import DoodleKit

/// The goldens of a folder that are stored as hashes: `goldens.tsv`, one line per log.
struct GoldenTable: Hashable, Sendable {
  static let fileName = "goldens.tsv"

  struct Row: Hashable, Sendable {
    /// The log's file name without its extension.
    var name: String
    /// SHA-256 of the log's bytes.
    var logHash: String
    var model: String
    /// In pixels.
    var width: Int
    var height: Int
    var pixelHash: String
    var chain: HashChain
  }

  private var rowsByName: [String: Row] = [:]

  /// Sorted by the bytes of the names.
  var rows: [Row] { rowsByName.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }

  var isEmpty: Bool { rowsByName.isEmpty }

  init() {}

  /// Parses a table.
  /// - Parameter path: The file's path, for error messages.
  /// - Throws: An input error that names the first invalid or repeated line.
  init(_ text: String, path: String) throws(CommandError) {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let row = Row(line) else {
        throw .input(
          path: path,
          message: "line \(index + 1) is not a line of goldens; expected \(Self.columns), separated by tabs")
      }
      guard rowsByName.updateValue(row, forKey: row.name) == nil else {
        throw .input(path: path, message: "line \(index + 1): \(quoted(row.name)) already has a line; remove one")
      }
    }
  }

  /// Reads the table of a folder, which ends in a slash or is empty.
  init(ofFolder folder: String) throws(CommandError) {
    let path = folder + Self.fileName
    let bytes = try withFiles { () throws(FileError) in try isFile(path) ? InputFile(path: path).readAll() : nil }
    try self.init(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "", path: path)
  }

  private static let columns = "name, log SHA-256, model, WxH, pixel SHA-256 and chain"

  subscript(name: String) -> Row? {
    get { rowsByName[name] }
    set { rowsByName[name] = newValue }
  }

  var text: String {
    "# \(Self.columns)\n" + rows.map { "\($0.line)\n" }.joined()
  }

  /// Whether a name can be written to a line.
  static func canHold(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("#") && !name.utf8.contains { $0 < 32 || $0 == 127 }
  }
}

extension GoldenTable.Row {
  fileprivate init?(_ line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6 else { return nil }
    let sides = fields[3].split(separator: "x").map { wholeNumber(String($0)) }
    let links = fields[5].split(separator: ",").map(String.init)
    guard GoldenTable.canHold(fields[0]), Self.isHash(fields[1]), GoldenTable.canHold(fields[2]), sides.count == 2,
      let width = sides[0], let height = sides[1], Self.isHash(fields[4]), links.allSatisfy(Self.isHexadecimal)
    else { return nil }
    self.init(
      name: fields[0], logHash: fields[1], model: fields[2], width: width, height: height, pixelHash: fields[4],
      chain: HashChain(links: links))
  }

  fileprivate var line: String {
    [name, logHash, model, "\(width)x\(height)", pixelHash, chain.links.joined(separator: ",")].joined(separator: "\t")
  }

  private static func isHash(_ text: String) -> Bool { text.utf8.count == 64 && isHexadecimal(text) }

  private static func isHexadecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
