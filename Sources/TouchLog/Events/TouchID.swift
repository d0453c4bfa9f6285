import Synchronization

/// Which finger, pen or mouse button an event is of: a number or a name.
///
/// A name is kept once, for as long as the process runs, and stands here as its place among all: so that identifiers
/// are compared as numbers, and events copied as bytes.
public struct TouchID: Hashable, Sendable {
  private let value: Int
  private let isName: Bool

  public static func number(_ number: Int) -> TouchID { TouchID(value: number, isName: false) }
  public static func name(_ name: String) -> TouchID { TouchID(value: KnownNames.place(of: name), isName: true) }

  /// Nil for a name.
  public var number: Int? { isName ? nil : value }
  /// Nil for a number.
  public var name: String? { isName ? KnownNames.name(at: value) : nil }
}

extension TouchID: CustomStringConvertible {
  /// As messages name a touch: a number as it is, a name in quotes.
  public var description: String {
    name.map { "\"\($0)\"" } ?? "\(value)"
  }
}

/// All names of touches so far.
private enum KnownNames {
  private struct Table {
    var names: [String] = []
    var places: [String: Int] = [:]
  }

  private static let table = Mutex(Table())

  static func place(of name: String) -> Int {
    table.withLock { table in
      if let place = table.places[name] { return place }
      let place = table.names.count
      table.names.append(name)
      table.places[name] = place
      return place
    }
  }

  static func name(at place: Int) -> String {
    table.withLock { $0.names[place] }
  }
}
