/// Builds files of the reMarkable's format.
struct RemarkableBuilder {
  var bytes: [UInt8]

  init(version: String) {
    let mark = "reMarkable .lines file, version=" + version
    bytes = Array(mark.utf8) + Array(repeating: UInt8(ascii: " "), count: 43 - mark.utf8.count)
  }

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  mutating func add(_ values: UInt32...) {
    for value in values { for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(value >> shift & 255)) } }
  }

  mutating func add(_ values: Float...) {
    for value in values { add(value.bitPattern) }
  }

  /// A tag: 7 bits a byte.
  private mutating func tag(_ number: UInt8, _ kind: UInt8) {
    let tag = Int(number) << 4 | Int(kind)
    bytes += tag < 128 ? [UInt8(tag)] : [UInt8(tag & 127 | 128), UInt8(tag >> 7)]
  }

  mutating func id(_ tag: UInt8, _ author: UInt8, _ counter: UInt8) {
    self.tag(tag, 15)
    bytes += [author, counter]
  }

  mutating func integer(_ tag: UInt8, _ value: UInt32) {
    self.tag(tag, 4)
    add(value)
  }

  mutating func part(_ tag: UInt8, _ content: [UInt8]) {
    self.tag(tag, 12)
    add(UInt32(content.count))
    bytes += content
  }

  /// A part that the builder of its content makes.
  mutating func part(_ tag: UInt8, _ build: (inout RemarkableBuilder) -> Void) {
    var content = RemarkableBuilder()
    build(&content)
    part(tag, content.bytes)
  }

  mutating func block(_ kind: UInt8, version: UInt8 = 2, _ build: (inout RemarkableBuilder) -> Void) {
    var content = RemarkableBuilder()
    build(&content)
    add(UInt32(content.bytes.count))
    bytes += [0, 1, version, kind] + content.bytes
  }

  /// A group's block.
  mutating func group(_ counter: UInt8, isVisible: Bool = true, anchor: (UInt8, UInt8)? = nil, x: Float = 0) {
    block(2) { block in
      block.id(1, 0, counter)
      block.part(3) { value in
        value.id(1, 0, 0)
        value.bytes += [0x21, isVisible ? 1 : 0]
      }
      guard let anchor else { return }
      block.part(7) { value in
        value.id(1, 0, 0)
        value.id(2, anchor.0, anchor.1)
      }
      block.part(10) { value in
        value.id(1, 0, 0)
        value.integer(2, x.bitPattern)
      }
    }
  }

  /// An item of a group; `left` and `right` are counters of author 1.
  mutating func item(
    _ kind: UInt8, in group: UInt8, _ counter: UInt8, left: UInt8 = 0, right: UInt8 = 0, deleted: UInt32 = 0,
    version: UInt8 = 2, author: UInt8 = 1, _ build: ((inout RemarkableBuilder) -> Void)? = nil
  ) {
    block(kind, version: version) { block in
      block.id(1, 0, group)
      block.id(2, author, counter)
      block.id(3, left == 0 ? 0 : 1, left)
      block.id(4, right == 0 ? 0 : 1, right)
      block.integer(5, deleted)
      if let build { block.part(6, build) }
    }
  }

  /// A group as an item of another one.
  mutating func place(_ group: UInt8, in outer: UInt8 = 1, _ counter: UInt8, left: UInt8 = 0) {
    item(4, in: outer, counter, left: left) { value in
      value.bytes.append(2)
      value.id(2, 0, group)
    }
  }

  /// A stroke of points (x, y, width in quarters of a pixel).
  mutating func stroke(
    in group: UInt8, _ counter: UInt8, left: UInt8 = 0, right: UInt8 = 0, author: UInt8 = 1, tool: UInt32 = 17,
    color: UInt32 = 0, exactColor: UInt32? = nil, _ points: (Float, Float, UInt16)...
  ) {
    item(5, in: group, counter, left: left, right: right, author: author) { value in
      value.bytes.append(3)
      value.integer(1, tool)
      value.integer(2, color)
      value.part(5) { content in
        for (x, y, width) in points {
          content.add(x, y)
          content.bytes += [7, 0, UInt8(width & 255), UInt8(width >> 8), 99, 200]
        }
      }
      value.id(6, 0, 1)
      if let exactColor { value.integer(8, exactColor) }
    }
  }

  /// Typed text that begins with the item 20 of author 1.
  mutating func text(_ text: String, y: Double) {
    block(7) { block in
      block.id(1, 0, 0)
      block.part(2) { content in
        content.part(1) { outer in
          outer.part(1) { items in
            items.bytes.append(1)
            items.part(0) { item in
              item.id(2, 1, 20)
              item.id(3, 0, 0)
              item.id(4, 0, 0)
              item.integer(5, 0)
              item.part(6, [UInt8(text.utf8.count), 1] + Array(text.utf8))
            }
          }
        }
        content.part(2) { outer in outer.part(1, [0]) }
      }
      block.part(3) { origin in
        for number in [-468, y] {
          origin.add(UInt32(truncatingIfNeeded: number.bitPattern), UInt32(number.bitPattern >> 32))
        }
      }
      block.integer(4, Float(936).bitPattern)
    }
  }
}
