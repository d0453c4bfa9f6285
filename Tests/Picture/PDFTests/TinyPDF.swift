/// Small PDF documents.
enum TinyPDF {
  /// A document of objects, numbered from 1, whose catalog is the first one.
  static func document(_ objects: [String], trailer: String = "") -> [UInt8] {
    var text = "%PDF-1.4\n"
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let digits = String(text.utf8.count)
      table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let end = "trailer\n<</Size \(objects.count + 1)/Root 1 0 R\(trailer)>>\nstartxref\n\(text.utf8.count)\n%%EOF\n"
    return Array((text + table + end).utf8)
  }

  static func stream(_ data: String, _ entries: String = "") -> String {
    "<<\(entries)/Length \(data.utf8.count)>>\nstream\n\(data)\nendstream"
  }

  /// A document with one page.
  /// - Parameters:
  ///   - page: The entries of the page besides its parent and its contents.
  ///   - contents: The entry for the contents of the page, which may be object 4 or 5.
  static func page(
    _ page: String = "/MediaBox[0 0 40 30]", contents: String = "/Contents 4 0 R", parent: String = "",
    trailer: String = "", and more: [String] = []
  ) -> [UInt8] {
    document(
      [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1\(parent)>>",
        "<</Type/Page/Parent 2 0 R\(page)\(contents)>>", stream("1 0 0 rg 2 3 20 10 re f"),
        stream("0 0 1 RG 3 w 5 5 m 35 25 l S"),
      ] + more, trailer: trailer)
  }

  /// Documents with pages of all kinds.
  static let pages: [(name: String, bytes: [UInt8])] = [
    ("a page", page()),
    ("a page whose contents have two parts", page(contents: "/Contents[4 0 R 5 0 R]")),
    ("a page that inherits all", page("", parent: "/MediaBox[0 0 60 30]/CropBox[5 5 50 25]/Rotate 90")),
    ("a page whose box is elsewhere", page("/MediaBox[30 22.5 -10.25 -20]/CropBox[1 2 900 900]")),
    ("a page with a larger unit", page("/MediaBox[0 0 40 30]/CropBox[1 2 39 30]/Rotate 270/UserUnit 2.5")),
    ("a page whose box has references", page("/MediaBox[0 0 6 0 R 30]", and: ["40"])),
    ("a page without contents", page(contents: "")),
    (
      "a page with a group that blends",
      page(
        "/MediaBox[0 0 40 30]/Group<</S/Transparency/CS/DeviceRGB>>/Resources<</ExtGState<</P 7 0 R>>>>",
        contents: "/Contents[4 0 R 6 0 R]",
        and: [stream("/P gs 0 1 1 rg 10 0 20 20 re f"), "<</BM/Multiply/ca .7>>"])
    ),
    (
      "a page with names that have escapes",
      page(
        "/M#65diaBox[0 0 40 30]/Resources<</ExtGState<</A#20B 7 0 R>>>>", contents: "/Contents 6 0 R",
        and: [stream("/A#20B gs 0 1 1 rg 10 0 20 20 re f"), "<</ca .5>>"])
    ),
  ]
}
