/// Up to 256 colors and their indices: a hash table with linear probing and multiplicative hashing (Knuth, The Art of
/// Computer Programming 3, 6.4).
struct ColorTable {
  /// The colors in the order in which they were inserted.
  private(set) var colors: [UInt32] = []
  /// For each slot, its color; no slots before the first color.
  private var keys: [UInt32] = []
  /// For each slot, 1 + the index of its color; 0 if the slot is free.
  private var indices: [UInt16] = []

  static let capacity = 256
  private static let slotCount = 1024

  init() {}

  init(_ colors: [UInt32]) {
    for color in colors { insert(color) }
  }

  /// Inserts `color` unless the table contains it. Returns false if it is new and the table is full.
  @discardableResult mutating func insert(_ color: UInt32) -> Bool {
    if keys.isEmpty {
      keys = [UInt32](repeating: 0, count: Self.slotCount)
      indices = [UInt16](repeating: 0, count: Self.slotCount)
    }
    let slot = slot(of: color)
    if indices[slot] != 0 { return true }
    guard colors.count < Self.capacity else { return false }
    colors.append(color)
    keys[slot] = color
    indices[slot] = UInt16(colors.count)
    return true
  }

  /// The index of a color that the table contains.
  func index(of color: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: indices[slot(of: color)] &- 1)
  }

  /// The slot of `color`, or the free slot for it.
  private func slot(of color: UInt32) -> Int {
    var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 22)
    while indices[slot] != 0, keys[slot] != color { slot = (slot + 1) & (Self.slotCount - 1) }
    return slot
  }
}
