import Synchronization

/// The integers by which a log names touches and events. Of 64 bits everywhere, so that every engine reads the same logs.
#if _pointerBitWidth(_32)
  public typealias LogInteger = Int64
#else
  public typealias LogInteger = Int
#endif

/// Identifies a finger, pen or mouse button: a number or a name.
///
/// Each name is stored once and represented by its index. So identifiers are compared as numbers, and events are copied
/// as plain bytes. `name(_:)` stores a name for the life of the process, `TouchNameScope` for its own.
public struct TouchID: Hashable, Sendable {
  private let value: LogInteger
  private let isName: Bool

  public static func number(_ number: LogInteger) -> TouchID { TouchID(value: number, isName: false) }
  public static func name(_ name: String) -> TouchID { .named(KnownNames.table.withLock { $0.hold(name) }) }

  /// - Parameter scope: Where the name is stored; nil for the life of the process.
  static func name(_ name: String, in scope: TouchNameScope?) -> TouchID { scope?.touch(name) ?? .name(name) }

  fileprivate static func named(_ index: Int) -> TouchID { TouchID(value: LogInteger(index), isName: true) }

  /// Nil for a name.
  public var number: LogInteger? { isName ? nil : value }
  /// Nil for a number.
  public var name: String? { isName ? KnownNames.table.withLock { $0[Int(value)] } : nil }
}

extension TouchID: CustomStringConvertible {
  /// The name of the touch in messages: a number, or a name in quotes.
  public var description: String {
    name.map { "\"\($0)\"" } ?? "\(value)"
  }
}

/// Stores the names of the touches of one drawing as long as it exists. No identifier that it gave may outlive it.
package final class TouchNameScope {
  private var held: Set<Int> = []

  package init() {}

  package func touch(_ name: String) -> TouchID {
    let index = KnownNames.table.withLock { $0.hold(name) }
    if !held.insert(index).inserted { KnownNames.table.withLock { $0.release(index) } }
    return .named(index)
  }

  deinit {
    KnownNames.table.withLock { table in
      for index in held { table.release(index) }
    }
  }
}

/// The names of touches that are in use.
private struct KnownNames {
  static let table = Mutex(KnownNames())

  /// Nil where an index is free.
  private var names: [String?] = []
  /// For each index, how often it is held.
  private var holders: [Int] = []
  private var indices: [String: Int] = [:]
  private var free: [Int] = []

  subscript(index: Int) -> String? { names[index] }

  /// - Returns: The index of the name, which nothing else uses until it is released as often as it was held.
  mutating func hold(_ name: String) -> Int {
    if let index = indices[name] {
      holders[index] += 1
      return index
    }
    let index = free.popLast() ?? names.count
    if index == names.count {
      names.append(name)
      holders.append(1)
    } else {
      (names[index], holders[index]) = (name, 1)
    }
    indices[name] = index
    return index
  }

  mutating func release(_ index: Int) {
    holders[index] -= 1
    guard holders[index] == 0, let name = names[index] else { return }
    indices[name] = nil
    names[index] = nil
    free.append(index)
  }
}
