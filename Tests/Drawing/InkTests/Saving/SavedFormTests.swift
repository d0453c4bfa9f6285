import Geometry
import Ink
import TestSupport
import Testing
import TouchLog

/// Drawings that were written by hand, not by `SavedDrawing.text`.
@Suite struct SavedFormTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var element: String
    var log: [String]
    var testDescription: String { element }

    init(_ element: String, _ log: String...) {
      self.element = element
      self.log = log
    }

    var drawing: String { "{\"drawing\":1,\"size\":[100,100],\"elements\":[\(element)]}" }
  }

  private static let drag = [
    #"{"phase":"began","point":[20,30]}"#, #"{"phase":"moved","point":[40,60]}"#, #"{"phase":"ended","point":[70,90]}"#,
  ]

  @Test(arguments: [
    Pair(
      #"{"kind":"stroke","samples":[[10,20,0],[50,60,0.1],[80,30,0.2]]}"#,
      #"{"phase":"began","point":[10,20],"time":0}"#, #"{"phase":"moved","point":[50,60],"time":0.1}"#,
      #"{"phase":"ended","point":[80,30],"time":0.2}"#),
    Pair(
      ##"{"kind":"stroke","tool":"marker","color":"#f80","width":9,"samples":[[10,20,5,0.5],[50,60,5.1,0.9]]}"##,
      ##"{"tool":"marker","color":"#ff8800","width":9}"##,
      #"{"phase":"began","point":[10,20],"time":5,"pressure":0.5}"#,
      #"{"phase":"ended","point":[50,60],"time":5.1,"pressure":0.9}"#),
    // Times are at least 0.1 ms apart, as those of events are.
    Pair(
      #"{"kind":"stroke","thinning":1,"smoothing":0,"taper":[9,0],"samples":[[10,20,1],[30,60,1],[80,30,0]]}"#,
      #"{"tool":"pen","thinning":1,"smoothing":0,"taper":[9,0]}"#, #"{"phase":"began","point":[10,20],"time":1}"#,
      #"{"phase":"moved","point":[30,60],"time":1}"#, #"{"phase":"ended","point":[80,30],"time":0}"#),
    Pair(
      #"{"kind":"stroke","grid":1,"samples":[[10,20,0],[20,40,1],[30,45,2],[60,45,3],[61,46,4],[80,30,5]]}"#,
      #"{"tool":"pen","grid":1}"#, #"{"phase":"began","point":[10,20],"time":0}"#,
      #"{"phase":"moved","point":[20,40],"time":1}"#, #"{"phase":"moved","point":[30,45],"time":2}"#,
      #"{"phase":"moved","point":[60,45],"time":3}"#, #"{"phase":"moved","point":[61,46],"time":4}"#,
      #"{"phase":"ended","point":[80,30],"time":5}"#),
    Pair(
      #"{"kind":"line","a":[20,30],"b":[70,90],"dash":[6,4],"dashPhase":2,"cap":"butt"}"#,
      #"{"tool":"line","dash":[6,4],"dashPhase":2,"cap":"butt"}"#, drag[0], drag[1], drag[2]),
    Pair(
      #"{"kind":"line","a":[20,30],"b":[21,30],"dragged":false,"width":9}"#, #"{"tool":"line","width":9}"#, drag[0],
      #"{"phase":"ended","point":[21,30]}"#),
    Pair(
      #"{"kind":"arrow","a":[20,30],"b":[70,90],"color":"red","opacity":0.5}"#,
      #"{"tool":"arrow","color":"red","opacity":0.5}"#, drag[0], drag[1], drag[2]),
    Pair(
      #"{"kind":"rect","a":[20,30],"b":[70,90],"fill":"yellow","radius":8}"#,
      #"{"tool":"rect","fill":"yellow","radius":8}"#, drag[0], drag[1], drag[2]),
    Pair(
      #"{"kind":"ellipse","a":[20,30],"b":[70,90],"color":"rainbow","hue":3}"#, #"{"tool":"pen","color":"rainbow"}"#,
      #"{"phase":"began","point":[500,500],"touch":9}"#, #"{"phase":"moved","point":[501,500],"touch":9}"#,
      #"{"phase":"ended","point":[502,500],"touch":9}"#, #"{"tool":"ellipse"}"#, drag[0], drag[1], drag[2]),
    Pair(
      #"{"kind":"polygon","a":[20,30],"b":[70,90],"sides":7,"join":"miter"}"#,
      #"{"tool":"polygon","sides":7,"join":"miter"}"#, drag[0], drag[1], drag[2]),
    Pair(
      #"{"kind":"star","a":[20,30],"b":[70,90],"points":6}"#, #"{"tool":"star","points":6}"#, drag[0], drag[1], drag[2]),
    Pair(
      #"{"kind":"angle","a":[20,30],"b":[70,90],"c":[90,20]}"#, #"{"tool":"angle"}"#, drag[0], drag[1], drag[2],
      #"{"phase":"began","point":[70,90]}"#, #"{"phase":"ended","point":[90,20]}"#),
    Pair(
      #"{"kind":"text","text":"Two words","at":[10,15],"size":18,"wrap":60,"align":"right"}"#,
      #"{"command":"text","text":"Two words","at":[10,15],"size":18,"wrap":60,"align":"right"}"#),
    Pair(
      #"""
      {"kind":"rect","a":[20,30],"b":[70,90],
       "transform":{"translate":[5,-3],"rotate":30,"scale":1.25,"center":[45,60]}}
      """#, #"{"tool":"rect"}"#, drag[0], drag[1], drag[2],
      #"{"command":"transform","id":"e1","translate":[5,-3],"rotate":30,"scale":1.25}"#),
    // An element that was moved away from an eraser keeps its hole.
    Pair(
      #"""
      {"kind":"line","a":[10,50],"b":[90,50],"width":12,"was":[{"until":"e2"}],
       "transform":{"translate":[0,20],"center":[50,50]}},
      {"kind":"stroke","tool":"eraser","width":10,"samples":[[50,20,0],[50,90,1]]}
      """#, #"{"tool":"line","width":12}"#, #"{"phase":"began","point":[10,50]}"#,
      #"{"phase":"ended","point":[90,50]}"#, #"{"tool":"eraser","width":10}"#,
      #"{"phase":"began","point":[50,20],"time":0}"#, #"{"phase":"ended","point":[50,90],"time":1}"#,
      #"{"command":"move","id":"e1","by":[0,20]}"#),
    // Ranks need not be contiguous.
    Pair(
      #"""
      {"kind":"line","rank":70,"color":"red","a":[10,50],"b":[90,50],"width":12},
      {"kind":"line","rank":-3,"a":[50,10],"b":[50,90],"width":12}
      """#, #"{"tool":"line","width":12,"color":"red"}"#, #"{"phase":"began","point":[10,50]}"#,
      #"{"phase":"ended","point":[90,50]}"#, #"{"tool":"line","color":"black"}"#,
      #"{"phase":"began","point":[50,10]}"#, #"{"phase":"ended","point":[50,90]}"#, #"{"command":"lower","id":"e2"}"#),
  ])
  func `an element written by hand gives the pixels of the log that draws it`(pair: Pair) throws {
    let hand = try opened(pair.drawing)
    let log = try drawing(ofLog: [#"{"doodle":1,"size":[100,100]}"#] + pair.log)
    #expect(pixels(hand) == pixels(log))
    #expect(pixels(hand) != pixels(Drawing()), "the picture is not empty")
  }

  @Test func `a hole moves with its line, and no new one appears below the eraser`() throws {
    let drawing = try opened(
      #"""
      {"drawing":1,"elements":[
      {"kind":"line","a":[10,30],"b":[90,30],"width":8,"was":[{"until":"e2"}],
       "transform":{"translate":[20,40],"center":[0,0]}},
      {"kind":"stroke","tool":"eraser","thinning":0,"width":10,"samples":[[50,30,0],[50,70,1]]}]}
      """#)
    // The hole was made at x = 50, and the line moved by (20, 40). There is ink where the eraser ended.
    #expect(drawing.elements(at: Point(70, 70)).isEmpty)
    #expect(drawing.elements(at: Point(50, 70)) == [0])
    #expect(drawing.elements(at: Point(90, 70)) == [0])
    #expect(drawing.elements(at: Point(50, 30)).isEmpty)
  }

  @Test(arguments: [(StrokeModel.ink1, "6"), (.ink2, "1"), (.ink3, "1"), (.ink4, "1")])
  func `a file has one element per line, exact numbers and names`(
    model: StrokeModel, smoothing: String
  ) throws {
    var drawing = Drawing(options: ModelOptions(model: model))
    let tool = ToolChange(name: "pen", color: .solid(Color(red: 0, green: 0, blue: 255)), width: 3, grid: 0.25)
    try drawing.apply(.tool(tool))
    for event in stroke([Point(0.1, 1.0 / 3), Point(20, 30)], pressure: 0.3, step: 0.25) { try drawing.apply(event) }
    var line = ToolChange(name: "line")
    line.id = "a \"line\""
    try drawing.apply(.tool(line))
    for event in stroke([Point(0, 0), Point(20, 30)]) { try drawing.apply(event) }
    try drawing.apply(.command(.lower(id: "a \"line\"")))
    #expect(
      String(decoding: drawing.saved, as: UTF8.self) == ##"""
        {"drawing":1,"model":"\##(model.rawValue)","next":3,"elements":[
        {"kind":"stroke","id":"e1","rank":1,"tool":"pen","color":"#0000ff","width":3,"opacity":1,"thinning":0.6,"smoothing":\##(smoothing),"grid":0.25,"samples":[[0.1,0.3333333333333333,0,0.3],[20,30,0.25,0.3]]},
        {"kind":"line","id":"a \"line\"","rank":0,"a":[0,0],"b":[20,30],"color":"#0000ff","width":3,"opacity":1}
        ]}

        """##)
  }

  @Test func `default names continue after those of the saved drawing and skip names in use`() throws {
    var drawing = try opened(
      #"""
      {"drawing":1,"next":8,"elements":[{"kind":"rect","id":"e9","a":[0,0],"b":[9,9]},
      {"kind":"rect","id":"e3","a":[0,0],"b":[9,9]}]}
      """#)
    for _ in 0..<2 {
      for event in stroke([Point(0, 0), Point(20, 30)]) { try drawing.apply(event) }
    }
    #expect(drawing.elements.map(\.id) == ["e9", "e3", "e8", "e10"])
    #expect(try drawing.apply(.command(.delete(id: "e3"))) == nil)
    #expect(drawing.elements.map(\.isPresent) == [true, false, true, true])
    var tool = ToolChange(name: "pen")
    tool.id = "e10"
    #expect(throws: EditError.duplicateID("e10")) { try drawing.apply(.tool(tool)) }
  }

  @Test func `the log's header overrides that of the saved drawing`() throws {
    let saved = try SavedDrawing(
      Array(##"{"drawing":1,"size":[9,8],"scale":3,"background":"#010203","elements":[]}"##.utf8), name: "a")
    var drawing = Drawing()
    try drawing.apply(.header(LogHeader(size: Size(width: 5, height: 4), background: Background.none)))
    try drawing.open(saved)
    #expect(drawing.header?.size == Size(width: 5, height: 4))
    #expect(drawing.header?.scale == 3)
    #expect(drawing.header?.background == Background.none)
  }

  @Test(arguments: [
    LogEvent.tool(ToolChange(name: "pen")), .command(.deselect), event(.began, 1, 1),
    .revision(TouchRevision(index: 1)),
  ])
  func `a drawing can be opened only before all events but a header`(first: LogEvent) throws {
    var drawing = Drawing()
    try drawing.apply(first)
    let version = drawing.version
    let saved = SavedDrawing(try opened(#"{"drawing":1,"elements":[{"kind":"rect","a":[0,0],"b":[9,9]}]}"#))
    #expect(throws: EditError.lateOpen) { try drawing.open(saved) }
    #expect(drawing.version == version)
    var other = try opened(saved.text)
    #expect(throws: EditError.lateOpen) { try other.open(saved) }
    #expect(throws: EditError.lateHeader) { try other.apply(.header(LogHeader())) }
  }

  @Test func `the caller gives the pixels of images to a drawing that it opens`() throws {
    let saved = try SavedDrawing(
      Array(
        #"""
        {"drawing":1,"background":"b.png","elements":[
        {"kind":"image","path":"p/a.png","frame":[10,20,30,50],"opacity":0.5},
        {"kind":"image","data":"AAAA","frame":[0,0,1,1]},{"kind":"image","path":"p/a.png","frame":[0,0,1,1]}]}
        """#.utf8), name: "a")
    #expect(saved.images == [.path("p/a.png"), .data("AAAA")])
    var drawing = Drawing()
    #expect(throws: EditError.missingImage(.path("p/a.png"))) { try drawing.open(saved) }
    #expect(drawing.version == 0)
    let content = Blank()
    try drawing.open(saved, images: [.path("p/a.png"): content, .data("AAAA"): content])
    #expect(drawing.inkBounds == Rect(minX: 0, minY: 0, maxX: 30, maxY: 50))
    var moved = SavedDrawing(drawing)
    moved.changePaths { "../" + $0 }
    #expect(moved.images == [.path("../p/a.png"), .data("AAAA")])
    #expect(moved.header.background == .picture(path: "../b.png"))
    let again = try opened(moved.text, images: [.path("../p/a.png"): content, .data("AAAA"): content])
    #expect(again.saved == moved.text)
  }

  private final class Blank: ImageContent {
    let width = 3
    let height = 2
    let pixels = [UInt32](repeating: 0, count: 6)
  }
}
