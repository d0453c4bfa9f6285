import Synchronization

/// The integers by which a log names touches and events. Of 64 bits everywhere, so that every engine reads the same logs.
#if _pointerBitWidth(_32)
  public typealias LogInteger = Int64
#else
  public typealias LogInteger = Int
#endif

/// Identifies a finger, pen or mouse button: a number or a name.
///
/// Each name is stored once, for the life of the process, and represented by its index. So identifiers are compared as
/// numbers, and events are copied as plain bytes.
public struct TouchID: Hashable, Sendable {
  private let value: LogInteger
  private let isName: Bool

  public static func number(_ number: LogInteger) -> TouchID { TouchID(value: number, isName: false) }
  public static func name(_ name: String) -> TouchID {
    TouchID(value: LogInteger(KnownNames.index(of: name)), isName: true)
  }

  /// Nil for a name.
  public var number: LogInteger? { isName ? nil : value }
  /// Nil for a number.
  public var name: String? { isName ? KnownNames.name(at: Int(value)) : nil }
}

extension TouchID: CustomStringConvertible {
  /// The name of the touch in messages: a number, or a name in quotes.
  public var description: String {
    name.map { "\"\($0)\"" } ?? "\(value)"
  }
}

/// All names of touches that this process has read so far.
private enum KnownNames {
  private struct Table {
    var names: [String] = []
    var indices: [String: Int] = [:]
  }

  private static let table = Mutex(Table())

  static func index(of name: String) -> Int {
    table.withLock { table in
      if let index = table.indices[name] { return index }
      let index = table.names.count
      table.names.append(name)
      table.indices[name] = index
      return index
    }
  }

  static func name(at index: Int) -> String {
    table.withLock { $0.names[index] }
  }
}
