/// Up to 256 colours and their indexes: a hash table with linear probing, multiplicative hashing (Knuth, The Art of
/// Computer Programming 3, 6.4).
struct ColorTable {
  /// In the order in which they came.
  private(set) var colors: [UInt32] = []
  private var keys = [UInt32](repeating: 0, count: slotCount)
  /// One more than the colour's index; 0 where the slot is free.
  private var places = [UInt16](repeating: 0, count: slotCount)

  static let capacity = 256
  private static let slotCount = 1024

  init() {}

  init(_ colors: [UInt32]) {
    for color in colors { insert(color) }
  }

  /// False where the table is full and does not know `color`.
  @discardableResult mutating func insert(_ color: UInt32) -> Bool {
    let slot = slot(of: color)
    if places[slot] != 0 { return true }
    guard colors.count < Self.capacity else { return false }
    colors.append(color)
    keys[slot] = color
    places[slot] = UInt16(colors.count)
    return true
  }

  /// Of a colour that is in the table.
  func index(of color: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: places[slot(of: color)] &- 1)
  }

  /// Where `color` is, or would be put.
  private func slot(of color: UInt32) -> Int {
    var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 22)
    while places[slot] != 0, keys[slot] != color { slot = (slot + 1) & (Self.slotCount - 1) }
    return slot
  }
}
