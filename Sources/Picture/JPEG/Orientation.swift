/// How a picture is turned and flipped before it is shown (Exif 2.32, 4.6.4, tag Orientation), 1...8.
struct Orientation: Hashable, Sendable {
  private let value: Int

  static let upright = Orientation(value: 1)

  private init(value: Int) {
    self.value = value
  }

  /// Reads the orientation of an APP1 segment; nil if it is another one, has none or is damaged.
  init?(exif segment: JPEGSegment) {
    let tiff = 6
    guard segment.starts(with: "Exif\0\0"), let order = segment.byte(at: tiff), order == 0x49 || order == 0x4D else {
      return nil
    }
    func number(_ offset: Int, size: Int) -> Int? {
      var number = 0
      for index in 0..<size {
        guard let byte = segment.byte(at: tiff + offset + (order == 0x4D ? index : size - 1 - index)) else {
          return nil
        }
        number = number << 8 | byte
      }
      return number
    }
    guard number(0, size: 2) == order * 0x101, number(2, size: 2) == 42, let start = number(4, size: 4),
      let count = number(start, size: 2)
    else { return nil }
    for entry in 0..<count {
      let offset = start + 2 + entry * 12
      guard let tag = number(offset, size: 2) else { return nil }
      if tag == 0x0112 {
        guard number(offset + 2, size: 2) == 3, let value = number(offset + 8, size: 2), 1...8 ~= value else {
          return nil
        }
        self.init(value: value)
        return
      }
    }
    return nil
  }

  /// The size of the picture whose file has a size; both are in pixels.
  func size(width: Int, height: Int) -> (width: Int, height: Int) {
    value >= 5 ? (height, width) : (width, height)
  }

  /// Where the pixels of a file lie in the picture.
  ///
  /// - Parameters:
  ///   - width: The size of the file, in pixels.
  /// - Returns: The index of the first pixel, and what the index grows by to the next column and to the next row.
  func layout(width: Int, height: Int) -> (start: Int, column: Int, row: Int) {
    let (columns, rows) = (width - 1, height - 1)
    return switch value {
    case 2: (columns, -1, width)
    case 3: (columns + rows * width, -1, -width)
    case 4: (rows * width, 1, -width)
    case 5: (0, height, 1)
    case 6: (rows, height, -1)
    case 7: (rows + columns * height, -height, -1)
    case 8: (columns * height, -height, 1)
    default: (0, 1, width)
    }
  }
}
