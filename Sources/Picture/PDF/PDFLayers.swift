internal import Files

/// The layers of a document, which readers show and hide: optional content (ISO 32000-1, 8.11). Layers of one name on
/// several pages are one layer.
struct PDFLayers {
  private var numbers: [String: Int] = [:]
  private var references: [PDFFile.Reference] = []

  /// The number of a layer, from 0 in the order in which layers are first seen.
  mutating func number(of name: String, in file: inout PDFFile) throws(FileError) -> Int {
    if let known = numbers[name] { return known }
    references.append(try file.add("<</Type/OCG/Name\(pdfString(name))>>"))
    numbers[name] = references.count - 1
    return references.count - 1
  }

  /// The entry of a page's resources for the layers that it uses.
  func resources(_ used: Set<Int>) -> String {
    guard !used.isEmpty else { return "" }
    return "/Properties<<" + used.sorted().map { "/L\($0) \(references[$0].text)" }.joined() + ">>"
  }

  /// The entry of the document's catalog.
  var catalog: String {
    guard !references.isEmpty else { return "" }
    let all = references.map { $0.text }.joined(separator: " ")
    return "/OCProperties<</OCGs[\(all)]/D<</Order[\(all)]/ON[\(all)]>>>>"
  }
}
