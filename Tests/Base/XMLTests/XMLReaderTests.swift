import Testing
import XML

struct XMLReaderTests {
  private func fault(_ text: String, severalRoots: Bool = false, depthLimit: Int = 256) -> XMLFault? {
    do throws(XMLFault) {
      var reader = try XMLReader(Array(text.utf8), allowsSeveralRoots: severalRoots, depthLimit: depthLimit)
      while try reader.next() != nil {}
      return nil
    } catch {
      return error
    }
  }

  @Test func `text without references is a range of the document`() throws {
    var reader = try XMLReader(Array("<a>12 34<b/>5&#54;</a>".utf8))
    var pieces: [XMLText] = []
    while let event = try reader.next() { if case .text(let piece) = event { pieces.append(piece) } }
    #expect(pieces.map(\.range) == [3..<8, 12..<18])
    #expect(pieces.map(\.hasReferences) == [false, true])
    #expect(pieces.map { reader.string($0) } == ["12 34", "56"])
  }

  @Test func `names have no prefix`() {
    #expect(parts(Array("<x:a y:b='1'><z:c/></x:a>".utf8)) == "start a b=1\nstart c\nend c\nend a")
  }

  @Test func `a byte-order mark is no part of the text`() throws {
    let reader = try XMLReader(Array("\u{FEFF}<a/>".utf8))
    #expect(reader.text == Array("<a/>".utf8))
  }

  @Test func `several roots and documents are read if asked`() {
    let text = "<a/> <b/>\n<?xml version='1.0'?><!DOCTYPE c><c/>"
    #expect(parts(Array(text.utf8), severalRoots: true) == "start a\nend a\nstart b\nend b\nstart c\nend c")
    #expect(fault(text)?.offset == 5)
  }

  @Test func `text that was UTF-16 when its declaration was written is read`() {
    #expect(parts(Array("<?xml version='1.0' encoding='utf-16'?><a>é</a>".utf8)) == "start a\ntext {233}\nend a")
  }

  @Test func `a document type is skipped, but its declarations are an error`() {
    #expect(fault("<!DOCTYPE a SYSTEM \"[x]\"><a/>") == nil)
    #expect(fault("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>") == XMLFault(.internalSubset, at: 0))
  }

  @Test func `the depth is bounded`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(fault(nested(3), depthLimit: 3) == nil)
    #expect(fault(nested(4), depthLimit: 3) == XMLFault(.nestedTooDeep(limit: 3), at: 9))
    #expect(fault(String(repeating: "<a>", count: 100_000)) == XMLFault(.nestedTooDeep(limit: 256), at: 768))
  }

  @Test func `a document that is cut anywhere says so, and gives the text before the cut`() throws {
    let whole = Array("<?xml version='1.0'?><!--c--><a b='&lt;é'>1 2 &amp; é<c/><![CDATA[x]]></a>".utf8)
    for count in 1..<whole.count {
      var reader = try XMLReader(Array(whole[..<count]))
      do throws(XMLFault) {
        while try reader.next() != nil {}
        Issue.record("\(count) bytes are no document")
      } catch {
        // Before the root element there is nothing that could be cut off.
        #expect(error.error.isCutOff || error.error == .unexpected(.endOfText, expected: .root), "\(count): \(error)")
      }
    }
    var reader = try XMLReader(Array("<a>1 2 3".utf8))
    _ = try reader.next()
    #expect(try reader.next() == .text(XMLText(range: 3..<8)))
  }

  @Test(arguments: [
    (
      "<a></b>", XMLError.mismatchedTag("b", open: "a"), 3,
      "expected \"</a>\", which ends the element that began last, found \"</b>\""
    ),
    ("<a>", .cutOff(.element("a")), 3, "the text is cut off; expected \"</a>\""),
    (
      "<a b='1' b='2'/>", .duplicateAttribute("b"), 9,
      "expected attributes of different names, found the attribute \"b\" for the second time in one tag"
    ),
    (
      "<a>&x;</a>", .unknownEntity("x"), 3,
      "expected &amp;, &lt;, &gt;, &quot; or &apos;, or the number of a character, found the entity \"&x;\""
    ),
    (
      "<?xml version='1.0' encoding='EBCDIC'?><a/>", .unknownEncoding("EBCDIC"), 0,
      "expected UTF-8, UTF-16 or ISO-8859-1; convert the file with iconv, found the encoding \"EBCDIC\""
    ),
    ("<a>\u{1}</a>", .excludedCharacter(1), 3, "expected text, found the character U+0001, which XML does not allow"),
  ]) func `errors say what was found and what was expected`(text: String, error: XMLError, offset: Int, message: String)
  {
    #expect(fault(text) == XMLFault(error, at: offset))
    #expect(error.description == message)
  }

  @Test func `time is linear in the number of tags, attributes, comments and brackets`() {
    let count = 200_000
    for part in ["<b/>", "]", "&#65;", "<!---->", "<?x?>", "<![CDATA[]]>", "x<b></b>"] {
      #expect(fault("<a>" + String(repeating: part, count: count) + "</a>") == nil, "\(part)")
    }
    #expect(fault("<a " + (0..<count).map { "b\($0)='' " }.joined() + "/>") == nil)
  }
}
