import Files
import Testing
import XML

/// The parts that a reader finds in a document, a line for each.
func parts(_ bytes: [UInt8], severalRoots: Bool = false) -> String {
  do throws(XMLFault) {
    var reader = try XMLReader(bytes, allowsSeveralRoots: severalRoots)
    var lines: [String] = []
    var text = ""
    func endText() {
      if !text.isEmpty { lines.append("text \(escaped(text))") }
      text = ""
    }
    while let event = try reader.next() {
      switch event {
      case .start(let name):
        endText()
        let attributes = reader.attributes.map { " \(reader.string($0.name))=\(escaped(reader.string($0.value)))" }
        lines.append("start \(reader.string(name))" + attributes.joined())
      case .end(let name):
        endText()
        lines.append("end \(reader.string(name))")
      case .text(let piece): text += reader.string(piece)
      }
    }
    return lines.joined(separator: "\n")
  } catch {
    return "error"
  }
}

func escaped(_ text: String) -> String {
  text.unicodeScalars.map { $0.value > 32 && $0.value < 127 ? String($0) : "{\($0.value)}" }.joined()
}

/// Expat, called from Python, decides which documents are well-formed and what their parts are.
struct ExpatTests {
  /// Reads documents in hexadecimal digits, a line each, and prints their parts in hexadecimal digits.
  private static let program = """
    import sys, xml.parsers.expat
    esc = lambda s: ''.join(c if 32 < ord(c) < 127 else '{%d}' % ord(c) for c in s)
    local = lambda n: n.split(':')[-1] or n
    for line in sys.stdin:
        out, text = [], []
        def end_text():
            if text: out.append('text ' + esc(''.join(text)))
            text.clear()
        def start(name, a):
            end_text()
            out.append('start ' + local(name) + ''.join(' %s=%s' % (local(a[i]), esc(a[i + 1])) for i in range(0, len(a), 2)))
        def end(name):
            end_text()
            out.append('end ' + local(name))
        p = xml.parsers.expat.ParserCreate()
        p.ordered_attributes = True
        p.StartElementHandler, p.EndElementHandler, p.CharacterDataHandler = start, end, text.append
        try:
            p.Parse(bytes.fromhex(line), True)
            print('\\n'.join(out).encode().hex())
        except Exception:
            print(b'error'.hex())
    """

  /// Expat's parts of each document; nil if Python is not installed.
  static func judged(_ documents: [[UInt8]]) -> [String]? {
    let digits = Array("0123456789abcdef".utf8)
    var input: [UInt8] = []
    for document in documents {
      for byte in document { input += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
      input.append(UInt8(ascii: "\n"))
    }
    guard let result = try? ChildProcess.run("python3", ["-c", program], input: input.span), result.status == 0 else {
      return nil
    }
    func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 87 }
    return result.output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      let digits = Array(line)
      let bytes = stride(from: 0, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  static let hasPython = judged([]) != nil

  private static let documents: [String] = [
    "<a/>", "<a></a>", "<a ></a >", "<a b='1' c=\"2\"/>", "<a b = '1'/>", "<a b='1'c='2'/>", "<a b='1' b='2'/>",
    "<a b=1/>", "<a b/>", "<a b=>", "<p:a p:b='x'><p:c/></p:a>", "<a>x</a>", " <a/> ", "<a/>x", "x<a/>", "<a/><b/>",
    "", " ", "<a>", "<a", "<", "</a>", "<a></b>", "<a><b></a></b>", "<a/", "<a / >", "< a/>", "<1/>", "<a.b-c_1/>",
    "<a>&amp;&lt;&gt;&quot;&apos;</a>", "<a>&#65;&#x42;&#x1F600;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
    "<a>&#xFFFE;</a>", "<a>&#x110000;</a>", "<a>&#99999999999999999999;</a>", "<a>&nbsp;</a>", "<a>&</a>",
    "<a>& b</a>", "<a>&;</a>", "<a>&#;</a>", "<a>&#x;</a>", "<a>&#X41;</a>", "<a>&amp</a>", "<a>&#12a;</a>",
    "<a b='&amp;&#10;&#x9;'/>", "<a b='1\n2\t3\r\n4\r5'/>", "<a b='<'/>", "<a b='>'/>", "<a b=\"'\"/>",
    "<a>1\r\n2\r3\n4</a>", "<a>]]></a>", "<a>]] ></a>", "<a>]]&gt;</a>", "<a>></a>", "<a><![CDATA[<&]]]]></a>",
    "<a>1<![CDATA[2\r\n]]>3</a>", "<![CDATA[x]]><a/>", "<a><![CDATA[x</a>", "<a><!-- x --></a>",
    "<a>1<!-- <b> -->2</a>",
    "<a><!-- -- --></a>", "<a><!-- ---></a>", "<a><!----></a>", "<a><!--></a>", "<!-- x --><a/><!-- y -->",
    "<a><!- x --></a>", "<a><!x></a>", "<?xml version='1.0'?><a/>", " <?xml version='1.0'?><a/>",
    "<a><?xml version='1.0'?></a>", "<a><?x?>1<?y z?>2<?w >?></a>", "<a><? x?></a>", "<a><?x</a>", "<?x y?><a/><?z?>",
    "<?xml version='1.0' encoding='UTF-8'?><a>é</a>", "<!DOCTYPE a><a/>", "<!DOCTYPE a SYSTEM 'a.dtd'><a/>",
    "<!DOCTYPE a PUBLIC '-//x' \"'\"><a/>", "<a/><!DOCTYPE a>", "<a><!DOCTYPE a></a>", "<!DOCTYPE a><!DOCTYPE a><a/>",
    "<a>\u{1}</a>", "<a>\u{7F}\u{85}é漢😀</a>", "<a>\u{FFFE}</a>", "<a>\u{FFFD}</a>", "<a b='\u{1}'/>", "<é ö='ü'/>",
    "<a>\0</a>", "<a \0='1'/>", "<a><b><c/>1</b>2<b/></a>", "<a:b:c/>", "<:/>", "<a b='1' c:b='2'/>",
    "<a>\u{FEFF}x</a>",
    "<a " + (0..<40).map { "k\($0)='\($0)' " }.joined() + "/>",
    "<a " + (0..<40).map { "k\($0 % 39)='\($0)' " }.joined() + "/>",
  ]

  @Test(.enabled(if: hasPython, "needs python3")) func `expat reads the same parts, or refuses as well`() throws {
    let all = Self.documents.map { Array($0.utf8) }
    let expected = try #require(Self.judged(all))
    for (document, expected) in zip(Self.documents, expected) {
      #expect(parts(Array(document.utf8)) == expected, "\(document)")
    }
  }

  @Test(.enabled(if: hasPython, "needs python3"))
  func `expat agrees about bytes that are not UTF-8, and about other encodings`() throws {
    func utf16(_ text: String, high: Bool) -> [UInt8] {
      ("\u{FEFF}" + text).utf16.flatMap { (unit: UInt16) -> [UInt8] in
        let (upper, lower) = (UInt8(unit >> 8), UInt8(unit & 255))
        return high ? [upper, lower] : [lower, upper]
      }
    }
    var all: [[UInt8]] = [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xFF]].map
    {
      Array("<a>".utf8) + $0 + Array("</a>".utf8)
    }
    let text = "<?xml version='1.0' encoding='UTF-16'?><a b='é'>漢😀</a>"
    all += [utf16(text, high: true), utf16(text, high: false), Array("\u{FEFF}<a>é</a>".utf8)]
    all.append(Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8))
    let expected = try #require(Self.judged(all))
    for (document, expected) in zip(all, expected) { #expect(parts(document) == expected, "\(document)") }
  }

  @Test(.enabled(if: hasPython, "needs python3")) func `expat agrees about documents with random damage`() throws {
    let document = Array(
      "<?xml version='1.0'?><!-- c --><p:r a='1' b=\"&lt;2\"><s t='x'>1 2,'3'4 &#65;</s><![CDATA[<]]><e/></p:r>".utf8)
    let characters = Array("<>/&;'\"=! ?-[]ax1\u{0}\u{1}é".utf8)
    var state: UInt64 = 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let all = (0..<3000).map { _ in
      var damaged = document
      for _ in 0...random(2) {
        let index = 22 + random(damaged.count - 22)
        switch random(3) {
        case 0: damaged[index] = characters[random(characters.count)]
        case 1: damaged.remove(at: index)
        default: damaged.insert(characters[random(characters.count)], at: index)
        }
      }
      return damaged
    }
    let expected = try #require(Self.judged(all))
    for (document, expected) in zip(all, expected) {
      #expect(parts(document) == expected, "\(String(decoding: document, as: UTF8.self))")
    }
  }
}
