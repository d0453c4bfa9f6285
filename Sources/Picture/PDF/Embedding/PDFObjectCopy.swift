internal import Files

/// Copies objects of a document that is read to one that is written. Each is written once, and the order is that in
/// which they are first referred to.
struct PDFObjectCopy {
  private let objects: PDFObjects
  /// Nil for those that are not copied.
  private var references: [Int: PDFFile.Reference?] = [:]
  /// The numbers of the objects that are referred to, in this order.
  private var numbers: [Int] = []
  /// How many of them have been written.
  private var written = 0

  /// What belongs to a document or a file and not to a picture. Through it, all pages could be reached.
  private static let excluded = [
    "Annot", "Catalog", "ObjStm", "Page", "Pages", "StructElem", "StructTreeRoot", "XRef",
  ]
  /// What is written anew, and what says that the data or a better picture is in another file (7.3.8, 8.10.4, 14.11.7).
  private static let ownKeys = ["Length", "F", "FFilter", "FDecodeParms", "Ref", "OPI"]

  init(_ objects: PDFObjects) { self.objects = objects }

  /// Writes all objects that have been referred to since the last call, and those to which they refer.
  mutating func finish(_ file: inout PDFFile) throws(FileError) {
    while written < numbers.count {
      let number = numbers[written]
      written += 1
      guard let reference = references[number] ?? nil, let object = objects.target(of: number)?.object else { continue }
      var bytes: [UInt8] = []
      if case .stream(let entries, _) = object {
        for entry in entries where !Self.ownKeys.contains(where: { PDFObject.isName(entry.key, $0) }) {
          append(entry, to: &bytes, &file)
        }
        bytes = Self.stream(bytes, objects.data(of: object) ?? [])
      } else {
        append(object, to: &bytes, &file)
      }
      try file.write(bytes, as: reference)
    }
  }

  /// A stream.
  /// - Parameter entries: The entries of its dictionary besides its length.
  static func stream(_ entries: [UInt8], _ data: ArraySlice<UInt8>) -> [UInt8] {
    Array("<<".utf8) + entries + Array("/Length \(data.count)>>stream\n".utf8) + data + Array("\nendstream".utf8)
  }

  /// Appends an entry of a dictionary, unless it is the place of an object in the structure of its document.
  mutating func append(_ entry: PDFObject.Entry, to bytes: inout [UInt8], _ file: inout PDFFile) {
    if entry.value.integer != nil,
      ["StructParent", "StructParents"].contains(where: { PDFObject.isName(entry.key, $0) })
    {
      return
    }
    bytes += entry.key
    bytes.append(UInt8(ascii: " "))
    append(entry.value, to: &bytes, &file)
  }

  /// Appends an object. What it refers to is written by `finish`.
  mutating func append(_ object: PDFObject, to bytes: inout [UInt8], _ file: inout PDFFile) {
    switch object {
    case .scalar(let text): bytes += text
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        append(item, to: &bytes, &file)
      }
      bytes.append(UInt8(ascii: "]"))
    case .dictionary(let entries), .stream(let entries, _):
      bytes += Array("<<".utf8)
      for entry in entries { append(entry, to: &bytes, &file) }
      bytes += Array(">>".utf8)
    case .reference(let number):
      bytes += Array((reference(to: number, &file)?.text ?? "null").utf8)
    }
  }

  /// What an object is called in the file; nil if it is missing or is not copied.
  private mutating func reference(to number: Int, _ file: inout PDFFile) -> PDFFile.Reference? {
    guard let (number, object) = objects.target(of: number) else { return nil }
    if let known = references[number] { return known }
    let type = object["Type"]
    let isCopied = !Self.excluded.contains { type?.isName($0) == true }
    let reference = isCopied ? file.reserve() : nil
    references[number] = .some(reference)
    if isCopied { numbers.append(number) }
    return reference
  }
}
