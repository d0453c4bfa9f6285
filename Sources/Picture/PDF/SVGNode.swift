import XML

/// An element of a document of `SVGRenderer`, with its children.
struct SVGNode {
  private(set) var name = ""
  private var attributes: [String: [UInt8]] = [:]
  private(set) var children: [SVGNode] = []

  /// - Parameter document: The document, which is well-formed.
  init(_ document: [UInt8]) {
    guard var reader = try? XMLReader(document) else { preconditionFailure("an SVG document is UTF-8") }
    self.init(&reader)
  }

  /// The children of the element that began last.
  private init(_ reader: inout XMLReader) {
    while true {
      guard let event = try? reader.next() else { return }
      switch event {
      case .start(let name):
        var attributes: [String: [UInt8]] = [:]
        for attribute in reader.attributes {
          let value = attribute.value
          attributes[reader.string(attribute.name)] =
            value.hasReferences ? reader.contents(value) : Array(reader.text[value.range])
        }
        let element = reader.string(name)
        var child = SVGNode(&reader)
        (child.name, child.attributes) = (element, attributes)
        children.append(child)
      case .end: return
      case .text: break
      }
    }
  }

  func bytes(_ attribute: String) -> [UInt8]? { attributes[attribute] }

  func text(_ attribute: String) -> String? { attributes[attribute].map { String(decoding: $0, as: UTF8.self) } }

  func number(_ attribute: String) -> Double? { text(attribute).flatMap { Double($0) } }

  /// The numbers of a list.
  func numbers(_ attribute: String) -> [Double]? {
    attributes[attribute].map { bytes in
      var scanner = SVGNumber.Scanner(bytes)
      var numbers: [Double] = []
      while let number = scanner.number() { numbers.append(number) }
      return numbers
    }
  }

  /// The id that an attribute such as `url(#m1)` or `#r1` refers to.
  func reference(_ attribute: String) -> String? {
    text(attribute).map { String($0.drop { $0 != "#" }.dropFirst().prefix { $0 != ")" }) }
  }
}

/// Numbers in attributes.
enum SVGNumber {
  struct Scanner {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func skipSeparators() {
      while offset < bytes.count, [0x20, 0x0A, UInt8(ascii: ",")].contains(bytes[offset]) { offset += 1 }
    }

    /// The letter that comes next; nil if it is no letter.
    mutating func letter() -> UInt8? {
      skipSeparators()
      guard offset < bytes.count, bytes[offset] >= UInt8(ascii: "A") else { return nil }
      offset += 1
      return bytes[offset - 1]
    }

    /// A flag of an arc, which needs no separator after it.
    mutating func flag() -> Bool {
      skipSeparators()
      guard offset < bytes.count else { return false }
      offset += 1
      return bytes[offset - 1] == UInt8(ascii: "1")
    }

    /// The number that comes next; nil if there is none.
    mutating func number() -> Double? {
      skipSeparators()
      let start = offset
      var (isNegative, whole, scale, hasPoint) = (false, 0.0, 1.0, false)
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") { (isNegative, offset) = (true, offset + 1) }
      while offset < bytes.count {
        let byte = bytes[offset]
        if 48...57 ~= byte {
          whole = whole * 10 + Double(byte - 48)
          if hasPoint { scale *= 10 }
        } else if byte == UInt8(ascii: "."), !hasPoint {
          hasPoint = true
        } else {
          break
        }
        offset += 1
      }
      guard offset > start else { return nil }
      return (isNegative ? -whole : whole) / scale
    }
  }
}
