import DoodleKit

/// A format that recordings are converted to.
enum ConvertTarget: Hashable, Sendable {
  /// The touch log, which holds every event.
  case log
  /// A format of finished drawings.
  case drawing(ExportFormat)

  /// The extension of its files, without a dot.
  var fileExtension: String {
    switch self {
    case .log: "jsonl"
    case .drawing(let format): format.fileExtension
    }
  }

  /// What the format is, for help texts.
  var summary: String {
    switch self {
    case .log: "the touch log"
    case .drawing(let format): format.summary
    }
  }

  /// The format with files of this name's extension; nil if there is none. Extensions that many formats have, such as
  /// "json", name none.
  init?(named path: String) {
    let found = FilePath.fileExtension(of: path)
    guard let target = Self.namedByExtension.first(where: { $0.fileExtension == found }) else { return nil }
    self = target
  }

  /// The formats whose extension no other format has.
  static let namedByExtension: [ConvertTarget] = {
    let shared = ["json", "ndjson"]
    return [.log] + allCases.filter { $0.fileExtension != "jsonl" && !shared.contains($0.fileExtension) }
  }()
}

extension ConvertTarget: RawRepresentable, CaseIterable {
  static let allCases = [ConvertTarget.log] + ExportFormat.allCases.map(ConvertTarget.drawing)

  init?(rawValue name: String) {
    if name == LogFormat.doodle.rawValue {
      self = .log
    } else if let format = ExportFormat(rawValue: name) {
      self = .drawing(format)
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .log: LogFormat.doodle.rawValue
    case .drawing(let format): format.rawValue
    }
  }
}
