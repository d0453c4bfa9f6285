internal import Files
import Archive
import Compare

/// Writes a PDF file (ISO 32000-1) object by object. Only the offsets of the objects are kept.
///
/// The same objects give the same bytes: the file has no dates, and its identifier is a hash of its content.
struct PDFFile {
  /// The number of an object, from 1.
  struct Reference: Hashable {
    let number: Int
    var text: String { "\(number) 0 R" }
  }

  private let output: OutputFile
  private var hasher = SHA256()
  private var length = 0
  /// The offset of each object in bytes; nil for one that has not been written yet.
  private var offsets: [Int?] = []

  init(_ output: OutputFile) throws(FileError) {
    self.output = output
    // Bytes beyond ASCII tell programs that the file is binary.
    try write(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  private mutating func write(_ bytes: [UInt8]) throws(FileError) {
    hasher.update(bytes.span)
    length += bytes.count
    try output.write(bytes.span)
  }

  /// Takes the number of an object that is written later.
  mutating func reserve() -> Reference {
    offsets.append(nil)
    return Reference(number: offsets.count)
  }

  /// Writes an object.
  mutating func write(_ text: String, as reference: Reference) throws(FileError) {
    try write(Array(text.utf8), as: reference)
  }

  /// Writes an object whose strings may have any bytes.
  mutating func write(_ object: [UInt8], as reference: Reference) throws(FileError) {
    offsets[reference.number - 1] = length
    try write(Array("\(reference.number) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8))
  }

  mutating func add(_ text: String) throws(FileError) -> Reference {
    let reference = reserve()
    try write(text, as: reference)
    return reference
  }

  /// Writes a stream, compressed.
  /// - Parameter entries: The entries of its dictionary besides those for its length and compression.
  mutating func write(_ entries: String, _ bytes: [UInt8], as reference: Reference) throws(FileError) {
    let data = zlib(bytes)
    try write(
      Array("<<\(entries)/Length \(data.count)/Filter/FlateDecode>>stream\n".utf8) + data + Array("\nendstream".utf8),
      as: reference)
  }

  mutating func add(_ entries: String, _ bytes: [UInt8]) throws(FileError) -> Reference {
    let reference = reserve()
    try write(entries, bytes, as: reference)
    return reference
  }

  /// Writes the end of the file: the table of the objects.
  mutating func finish(root: Reference, info: Reference) throws(FileError) {
    let start = length
    var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset ?? 0)
      table += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
    }
    let identifier = hasher.finalized().prefix(32)
    table +=
      "trailer\n<</Size \(offsets.count + 1)/Root \(root.text)/Info \(info.text)/ID[<\(identifier)><\(identifier)>]>>\n"
    try write(Array((table + "startxref\n\(start)\n%%EOF\n").utf8))
    try output.commit()
  }
}

/// A text as a string object: UTF-16 with a byte-order mark, unless it is ASCII.
func pdfString(_ text: String) -> String {
  if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
    return "(" + text.exchanging("\\", for: "\\\\").exchanging("(", for: "\\(").exchanging(")", for: "\\)") + ")"
  }
  let units = [0xFEFF] + Array(text.utf16)
  return "<"
    + units.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }.joined() + ">"
}
