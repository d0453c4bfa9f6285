import Geometry
import Rendering
import Testing
import TouchLog

@Suite struct LayoutTests {
  /// A header, a request and the layout that follows; the ink covers (10.5, 20)…(49.5, 60) unless said.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var header: LogHeader?
    var request: LayoutRequest
    var ink = Rect(minX: 10.5, minY: 20, maxX: 49.5, maxY: 60)
    var width: Int
    var height: Int
    var scale: Double
    var origin = Point(0, 0)

    private static func request(_ change: (inout LayoutRequest) -> Void = { _ in }) -> LayoutRequest {
      var request = LayoutRequest()
      change(&request)
      return request
    }

    private static let header = LogHeader(size: Size(width: 300, height: 200), scale: 2)
    private static let size = Size(width: 30, height: 40)

    static let all = [
      Case(
        testDescription: "the log's canvas", header: header, request: request(), width: 600, height: 400, scale: 2),
      Case(
        testDescription: "the log's canvas without a scale", header: LogHeader(size: size), request: request(),
        width: 30,
        height: 40, scale: 1),
      Case(
        testDescription: "a size of one's own", header: header, request: request { $0.size = size }, width: 60,
        height: 80, scale: 2),
      Case(
        testDescription: "a scale of one's own", header: header, request: request { $0.scale = 0.5 }, width: 150,
        height: 100, scale: 0.5),
      Case(
        testDescription: "no canvas: ink, margin, whole points", header: nil, request: request(), width: 72, height: 72,
        scale: 1, origin: Point(-6, 4)),
      Case(
        testDescription: "the content of a canvas", header: header, request: request { $0.fit = .content }, width: 144,
        height: 144, scale: 2, origin: Point(-6, 4)),
      Case(
        testDescription: "the content without a margin", header: header,
        request: request {
          $0.fit = .content
          $0.margin = 0
        }, width: 80, height: 80, scale: 2, origin: Point(10, 20)),
      Case(
        testDescription: "content though a size is given", header: nil,
        request: request {
          $0.fit = .content
          $0.size = size
        }, width: 72, height: 72, scale: 1, origin: Point(-6, 4)),
      Case(
        testDescription: "a width in pixels", header: header, request: request { $0.pixelWidth = 150 }, width: 150,
        height: 100, scale: 0.5),
      Case(
        testDescription: "a height in pixels", header: header, request: request { $0.pixelHeight = 800 }, width: 1200,
        height: 800, scale: 4),
      Case(
        testDescription: "pixels win over a scale", header: header,
        request: request {
          $0.pixelWidth = 150
          $0.scale = 7
        }, width: 150, height: 100, scale: 0.5),
      Case(
        testDescription: "both: a wide picture has the canvas in its middle", header: header,
        request: request {
          $0.pixelWidth = 600
          $0.pixelHeight = 200
        }, width: 600, height: 200, scale: 1, origin: Point(-150, 0)),
      Case(
        testDescription: "both: a tall picture has the canvas in its middle", header: header,
        request: request {
          $0.pixelWidth = 150
          $0.pixelHeight = 300
        }, width: 150, height: 300, scale: 0.5, origin: Point(0, -200)),
      Case(
        testDescription: "the content in a width", header: header,
        request: request {
          $0.fit = .content
          $0.pixelWidth = 36
        }, width: 36, height: 36, scale: 0.5, origin: Point(-6, 4)),
      Case(
        testDescription: "a part of a pixel is a pixel", header: LogHeader(size: Size(width: 10.2, height: 0.1)),
        request: request(), width: 11, height: 1, scale: 1),
      Case(
        testDescription: "the rounding of a scale is not", header: LogHeader(size: Size(width: 300, height: 90)),
        request: request { $0.pixelWidth = 700 }, width: 700, height: 210, scale: 7.0 / 3),
      Case(
        testDescription: "a dot's bounds", header: nil, request: request { $0.margin = 0 },
        ink: Rect(minX: 5, minY: 5, maxX: 5, maxY: 5), width: 1, height: 1, scale: 1, origin: Point(5, 5)),
      Case(
        testDescription: "a canvas without ink", header: header, request: request(), ink: .empty, width: 600,
        height: 400, scale: 2),
      Case(
        testDescription: "the limit itself", header: LogHeader(size: Size(width: 1e6, height: 1e6)), request: request(),
        width: 1_000_000, height: 1_000_000, scale: 1),
    ]
  }

  @Test(arguments: Case.all)
  func `a picture is as large as was asked for`(test: Case) throws {
    let layout = try test.request.layout(header: test.header, ink: test.ink)
    #expect(layout.width == test.width && layout.height == test.height)
    #expect(abs(layout.transform.scale - test.scale) < 1e-12)
    #expect(layout.transform.origin == test.origin)
    // What is said of a layout before there is ink holds when there is.
    if let scale = test.request.scale(header: test.header) { #expect(scale == layout.transform.scale) }
    if test.request.isKnown(from: test.header) {
      #expect(try test.request.layout(header: test.header, ink: .empty) == layout)
    }
  }

  @Test func `without a size and without ink there is nothing to show`() {
    let none = LayoutRequest()
    #expect(throws: LayoutError.nothingToShow) { try none.layout(header: nil, ink: .empty) }
    #expect(throws: LayoutError.nothingToShow) { try none.layout(header: LogHeader(scale: 2), ink: .empty) }
    var content = LayoutRequest()
    content.fit = .content
    #expect(throws: LayoutError.nothingToShow) {
      try content.layout(header: LogHeader(size: Size(width: 9, height: 9)), ink: .empty)
    }
  }

  @Test(arguments: [
    LogHeader(size: Size(width: 1_000_001, height: 5)), LogHeader(size: Size(width: 5, height: 1_000_001)),
    LogHeader(size: Size(width: 500_001, height: 5), scale: 2), LogHeader(size: Size(width: 1e300, height: 5)),
    LogHeader(size: Size(width: 1e308, height: 1e308), scale: 100),
  ])
  func `a picture beyond the limit is refused with both numbers`(header: LogHeader) {
    #expect {
      try LayoutRequest().layout(header: header, ink: .empty)
    } throws: { error in
      guard case .tooLarge(let w, let h, limit: 1_000_000)? = error as? LayoutError else { return false }
      return max(w, h) > 1e6 && "\(error)".contains("1000000")
    }
  }

  struct Ground: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var log: Background?
    var own: Background?
    /// Alpha, blue, green, red.
    var word: UInt32

    static let all = [
      Ground(testDescription: "neither says", log: nil, own: nil, word: 0xFFFF_FFFF),
      Ground(testDescription: "the log says none", log: Background.none, own: nil, word: 0),
      Ground(testDescription: "the log says black", log: .color(.black), own: nil, word: 0xFF00_0000),
      Ground(testDescription: "none over black", log: .color(.black), own: Background.none, word: 0),
      Ground(testDescription: "black over nothing said", log: nil, own: .color(.black), word: 0xFF00_0000),
      Ground(
        testDescription: "a clear colour has no channels", log: .color(Color(red: 9, green: 9, blue: 9, alpha: 0)),
        own: nil, word: 0),
    ]
  }

  @Test(arguments: Ground.all)
  func `the background is the one asked for, the log's, or white`(test: Ground) throws {
    var request = LayoutRequest()
    request.background = test.own
    let header = LogHeader(size: Size(width: 9, height: 9), background: test.log)
    #expect(try request.layout(header: header, ink: .empty).background.word == test.word)
  }
}
