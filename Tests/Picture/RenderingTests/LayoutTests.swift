import Geometry
import Rendering
import Testing
import TouchLog

@Suite struct LayoutTests {
  /// A header, a request, and the layout that follows from them.
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
        testDescription: "a requested size", header: header, request: request { $0.size = size }, width: 60,
        height: 80, scale: 2),
      Case(
        testDescription: "a requested scale", header: header, request: request { $0.scale = 0.5 }, width: 150,
        height: 100, scale: 0.5),
      Case(
        testDescription: "no canvas: ink, margin, whole points", header: nil, request: request(), width: 72, height: 72,
        scale: 1, origin: Point(-6, 4)),
      Case(
        testDescription: "the content of a canvas", header: header, request: request { $0.fit = .content }, width: 144,
        height: 144, scale: 2, origin: Point(-6, 4)),
      Case(
        testDescription: "the content without margin", header: header,
        request: request {
          $0.fit = .content
          $0.margin = 0
        }, width: 80, height: 80, scale: 2, origin: Point(10, 20)),
      Case(
        testDescription: "the content, although a size is given", header: nil,
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
        testDescription: "a part of a pixel counts as a pixel", header: LogHeader(size: Size(width: 10.2, height: 0.1)),
        request: request(), width: 11, height: 1, scale: 1),
      Case(
        testDescription: "a rounding error does not", header: LogHeader(size: Size(width: 300, height: 90)),
        request: request { $0.pixelWidth = 700 }, width: 700, height: 210, scale: 7.0 / 3),
      Case(
        testDescription: "a dot's bounds", header: nil, request: request { $0.margin = 0 },
        ink: Rect(minX: 5, minY: 5, maxX: 5, maxY: 5), width: 1, height: 1, scale: 1, origin: Point(5, 5)),
      Case(
        testDescription: "a canvas without ink", header: header, request: request(), ink: .empty, width: 600,
        height: 400, scale: 2),
      Case(
        testDescription: "the limit itself", header: LogHeader(size: Size(width: 1e6, height: 1e6)),
        request: request { $0.pixelLimit = 1_000_000_000_000 },
        width: 1_000_000, height: 1_000_000, scale: 1),
    ]
  }

  @Test(arguments: Case.all)
  func `the layout follows from the header, the request and the ink`(test: Case) throws {
    let layout = try test.request.layout(header: test.header, ink: test.ink)
    #expect(layout.width == test.width && layout.height == test.height)
    #expect(abs(layout.transform.scale - test.scale) < 1e-12)
    #expect(layout.transform.origin == test.origin)
    // A scale or layout that is known before there is ink is the final one.
    if let scale = test.request.scale(header: test.header) { #expect(scale == layout.transform.scale) }
    if test.request.isKnown(from: test.header) {
      #expect(try test.request.layout(header: test.header, ink: .empty) == layout)
    }
  }

  @Test func `without a size and without ink there is no layout`() {
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
  func `a picture beyond the limit is refused with its size and the limit`(header: LogHeader) {
    #expect {
      try LayoutRequest().layout(header: header, ink: .empty)
    } throws: { error in
      guard case .tooLarge(let w, let h, limit: 1_000_000)? = error as? LayoutError else { return false }
      return max(w, h) > 1e6 && "\(error)".contains("1000000")
    }
  }

  struct BackgroundCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var log: Background?
    var requested: Background?
    /// The pixel of the background as 0xAABBGGRR.
    var word: UInt32

    static let all = [
      BackgroundCase(testDescription: "neither has a background", log: nil, requested: nil, word: 0xFFFF_FFFF),
      BackgroundCase(testDescription: "the log has a clear background", log: Background.none, requested: nil, word: 0),
      BackgroundCase(testDescription: "the log has black", log: .color(.black), requested: nil, word: 0xFF00_0000),
      BackgroundCase(
        testDescription: "a clear background is requested over black", log: .color(.black), requested: Background.none,
        word: 0),
      BackgroundCase(testDescription: "black is requested", log: nil, requested: .color(.black), word: 0xFF00_0000),
      BackgroundCase(
        testDescription: "a clear color is clear", log: .color(Color(red: 9, green: 9, blue: 9, alpha: 0)),
        requested: nil, word: 0),
    ]
  }

  @Test(arguments: BackgroundCase.all)
  func `the background is the requested one, else the log's, else white`(test: BackgroundCase) throws {
    var request = LayoutRequest()
    request.background = test.requested
    let header = LogHeader(size: Size(width: 9, height: 9), background: test.log)
    #expect(try request.layout(header: header, ink: .empty).background.word == test.word)
  }
}
