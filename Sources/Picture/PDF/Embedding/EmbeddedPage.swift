internal import Files
import Archive
internal import Geometry
internal import TouchLog

/// A page of a PDF document, which is kept whole in another document: as a form (ISO 32000-1, 8.10).
struct EmbeddedPage {
  let objects: PDFObjects
  private let box: Rect
  /// The size of the page's unit, in points.
  private let unit: Double
  /// How many quarters of a turn the page is turned clockwise, 0...3.
  private let turns: Int
  /// Nil if the page has none.
  private let resources: PDFObject?
  private let group: PDFObject?
  /// A stream.
  private let contents: PDFObject

  /// The number of the page's annotations, which are not kept.
  let annotationCount: Int

  /// The first page of a document.
  /// - Throws: `EmbeddedPageError` if the page cannot be kept.
  init(_ bytes: [UInt8]) throws(EmbeddedPageError) {
    let objects = try PDFObjects(bytes)
    guard let page = PDFPageSearch.all(in: objects, atMost: 1).first else { throw .noPage }
    try self.init(page, of: objects)
  }

  init(_ page: PDFPageSearch, of document: PDFObjects) throws(EmbeddedPageError) {
    var objects = document
    guard let box = page.box else { throw .noSize }
    self.box = box
    unit = objects.resolved(page.object["UserUnit"])?.number.flatMap { Self.units.contains($0) ? $0 : nil } ?? 1
    annotationCount = if case .array(let all) = objects.resolved(page.object["Annots"]) { all.count } else { 0 }
    let rotation = page.inherited("Rotate")?.integer ?? 0
    turns = rotation % 90 == 0 ? (rotation / 90 % 4 + 4) % 4 : 0
    resources = page.inherited("Resources")
    group = objects.resolved(page.object["Group"])
    contents = try Self.contents(page.object["Contents"], &objects)
    self.objects = objects
  }

  /// Those that are taken for valid (ISO 32000-1, 14.11.2 has 1 for the usual one).
  private static let units = 0.01...1000

  /// The contents of a page as one stream.
  private static func contents(
    _ object: PDFObject?, _ objects: inout PDFObjects
  ) throws(EmbeddedPageError) -> PDFObject {
    guard let object else { return .stream([], []) }
    var streams: [PDFObject] = []
    if case .array(let parts) = objects.resolved(object) { streams = parts } else { streams = [object] }
    if streams.count == 1 {
      guard let stream = objects.resolved(streams[0]), case .stream = stream else { throw .damaged }
      return stream
    }
    var joined: [UInt8] = []
    for part in streams {
      guard let stream = objects.resolved(part) else { throw .damaged }
      joined += try objects.contents(of: stream)
      // A token ends at the end of a part (7.8.2).
      joined.append(10)
    }
    let filter = (key: Array("/Filter".utf8)[...], value: PDFObject.scalar(Array("/FlateDecode".utf8)[...]))
    return .stream([filter], zlib(joined)[...])
  }

  /// The size of the page as it is shown, in points.
  var size: Size {
    let (width, height) = (box.width * unit, box.height * unit)
    return turns % 2 == 0 ? Size(width: width, height: height) : Size(width: height, height: width)
  }

  /// Maps the page's box to one at the origin.
  private var matrix: [Double] {
    let matrix =
      switch turns {
      case 1: [0, -1, 1, 0, -box.minY, box.maxX]
      case 2: [-1, 0, 0, -1, box.maxX, box.maxY]
      case 3: [0, 1, -1, 0, box.maxY, -box.minX]
      default: [1, 0, 0, 1, -box.minX, -box.minY]
      }
    return matrix.map { $0 * unit }
  }

  /// Writes the page as a form, and all objects that it needs. The form's page is `size` and begins at the origin.
  func write(to file: inout PDFFile) throws(FileError) -> PDFFile.Reference {
    var copy = PDFObjectCopy(objects)
    return try write(to: &file, &copy)
  }

  /// - Parameter copy: Of the page's document; it has the objects that were written before.
  func write(to file: inout PDFFile, _ copy: inout PDFObjectCopy) throws(FileError) -> PDFFile.Reference {
    let form = file.reserve()
    let box = [box.minX, box.minY, box.maxX, box.maxY].map(pdfNumber).joined(separator: " ")
    let matrix = matrix.map(pdfNumber).joined(separator: " ")
    var entries = Array("/Type/XObject/Subtype/Form/BBox[\(box)]/Matrix[\(matrix)]/Resources ".utf8)
    copy.append(.dictionary(resources?.entries ?? []), to: &entries, &file)
    if let group = group?.entries {
      // The group of a page is isolated from everything (11.4.7).
      entries += Array("/Group<</I true".utf8)
      for entry in group where !PDFObject.isName(entry.key, "I") { copy.append(entry, to: &entries, &file) }
      entries += Array(">>".utf8)
    }
    for key in ["Filter", "DecodeParms"] {
      guard let value = contents[key] else { continue }
      entries += Array("/\(key) ".utf8)
      copy.append(value, to: &entries, &file)
    }
    try file.write(PDFObjectCopy.stream(entries, objects.data(of: contents) ?? []), as: form)
    try copy.finish(&file)
    return form
  }
}

/// Why a page of a document cannot be kept.
package enum EmbeddedPageError: Error, Hashable {
  case notPDF, encrypted, noPage
  /// The page has no box, or an empty one.
  case noSize
  /// The page's contents or an object stream is missing or damaged, or a stream has more bytes than are read.
  case damaged
  /// A stream that must be decoded has another filter than Flate, or a predictor.
  case filter
  /// The document has more objects or bytes of streams than are read.
  case tooLarge
}

extension EmbeddedPageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notPDF: "it is not a PDF document"
    case .encrypted: "the PDF is encrypted; qpdf --decrypt writes one that is not"
    case .noPage: "the PDF has no page"
    case .noSize: "the page has no size"
    case .damaged: "the PDF is damaged; qpdf may repair it"
    case .filter: "the PDF is compressed in a way that is not read; qpdf --object-streams=disable writes another"
    case .tooLarge: "the PDF has more objects or larger streams than are read"
    }
  }
}
