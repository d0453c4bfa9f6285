import DoodleKit

/// The formats of what is drawn: recordings of touches, and drawings that were saved.
enum InputFormat: Hashable, Sendable, CaseIterable, RawRepresentable {
  case log(LogFormat)
  case drawing(DrawingFormat)

  static let allCases = LogFormat.allCases.map(InputFormat.log) + DrawingFormat.allCases.map(InputFormat.drawing)

  init?(rawValue: String) {
    if let format = LogFormat(rawValue: rawValue) {
      self = .log(format)
    } else if let format = DrawingFormat(rawValue: rawValue) {
      self = .drawing(format)
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .log(let format): format.rawValue
    case .drawing(let format): format.rawValue
    }
  }
}

extension DrawingFormat {
  /// What comes before the keys that tell a drawing is no longer than this, in bytes.
  private static let longestBeginning = 1 << 16

  /// Tells whether a source is a drawing.
  /// - Parameter beginning: Gets what is read of the source for that.
  /// - Returns: Nil where it is none.
  static func recognize(_ source: any ByteSource, _ beginning: inout [UInt8]) throws(FileError) -> DrawingFormat? {
    var source = source
    while true {
      let got = try source.read(into: &beginning, atMost: longestBeginning)
      switch recognize(beginning) {
      case .drawing(let format): return format
      case .other: return nil
      case .undecided: if got == 0 || beginning.count >= longestBeginning { return nil }
      }
    }
  }
}

extension SavedDrawing {
  /// Reads a file to its end.
  /// - Parameters:
  ///   - beginning: What has been read of it already.
  ///   - name: The file as the user named it, for messages.
  init(
    _ source: any ByteSource, after beginning: [UInt8] = [], name: String, format: DrawingFormat? = nil
  ) throws(LogReadError) {
    var source = source
    var text = beginning
    do throws(FileError) {
      while text.count <= LogLimits.documentBytes, try source.read(into: &text, atMost: 1 << 20) > 0 {}
    } catch {
      throw .file(error)
    }
    do throws(LogError) {
      try self.init(text, name: name, format: format)
    } catch {
      throw .malformed(error)
    }
  }
}

extension SavedDrawing {
  /// Reads an input to its end.
  init(
    reading source: any ByteSource, after beginning: [UInt8], _ path: String, _ format: DrawingFormat
  ) throws(CommandError) {
    do throws(LogReadError) {
      try self.init(source, after: beginning, name: shownName(path), format: format)
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .malformed(let error):
        throw error.reason.isLimit ? .beyondLimit(error.diagnostic) : .malformed(error.diagnostic)
      }
    }
  }
}

/// What follows the drawing in a file that is one.
struct NoEvents: EventReader {
  let location: LogLocation

  mutating func next() throws(LogReadError) -> LogEvent? { nil }
}
