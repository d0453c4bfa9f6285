import Ink
import Testing
import TouchLog

/// An invalid drawing is refused with the location of the fault.
@Suite struct BadDrawingTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    var text: String
    /// Line and column.
    var location: [Int]
    var says: String
    var testDescription: String { text }

    init(_ text: String, _ line: Int, _ column: Int, _ says: String) {
      self.text = text
      location = [line, column]
      self.says = says
    }

    /// An element on a second line.
    init(element: String, _ column: Int, _ says: String) {
      self.init("{\"drawing\":1,\"elements\":[\n\(element)]}", 2, column, says)
    }
  }

  @Test(arguments: [
    Bad("[]", 1, 1, "expected an object, {…}, found an array"),
    Bad("{}", 1, 1, #""a drawing" must come with "drawing""#),
    Bad(#"{"drawing":2,"elements":[]}"#, 1, 12, "has version 2 of the format; this program reads version 1"),
    Bad(#"{"drawing":0,"elements":[]}"#, 1, 12, #""drawing" is 0; it must be 1 or more"#),
    Bad(#"{"drawing":"1","elements":[]}"#, 1, 12, #""drawing" must be an integer, not a string"#),
    Bad(#"{"drawing":1}"#, 1, 1, #""drawing" must come with "elements""#),
    Bad(#"{"drawing":1,"elements":{}}"#, 1, 25, #""elements" must be an array, […], not an object"#),
    Bad(
      #"{"drawing":1,"model":"ink-9","elements":[]}"#, 1, 22, #"unknown model "ink-9"; did you mean "ink-1"? use ink-1"#
    ),
    Bad(#"{"drawing":1,"size":[5],"elements":[]}"#, 1, 21, #""size" must be a size, [width,height]"#),
    Bad(
      #"{"drawing":1,"size":[5,-1],"elements":[]}"#, 1, 24,
      #""size" is -1; it must be more than 0 and at most 1000000 pixels"#
    ),
    Bad(#"{"drawing":1,"size":[600000,1],"scale":2,"elements":[]}"#, 1, 21, "1200000 pixels on a side"),
    Bad(#"{"drawing":1,"background":"blu","elements":[]}"#, 1, 27, #"did you mean "blue"?"#),
    Bad(#"{"drawing":1,"next":0,"elements":[]}"#, 1, 21, #""next" is 0"#),
    Bad(#"{"drawing":1,"elements":[}"#, 1, 26, "expected a JSON value"),
    Bad(element: "7", 1, "expected an object, {…}, found a number"),
    Bad(
      element: #"{"kind":"rect","a":[1,2],"b":[1,2],"was":[3]}"#, 43, "expected an object, {…}, found a number"),
    Bad(element: "{}", 1, #""an element" must come with "kind""#),
    Bad(element: #"{"kind":"blob"}"#, 9, #"unknown kind "blob"; use stroke, line, "#),
    Bad(element: #"{"kind":"stroke"}"#, 1, #""stroke" must come with "samples""#),
    Bad(element: #"{"kind":"stroke","samples":[]}"#, 28, "an array with at least one sample"),
    Bad(element: #"{"kind":"stroke","samples":[[1,2]]}"#, 29, "expected a sample, [x,y,time] or [x,y,time,pressure]"),
    Bad(element: #"{"kind":"stroke","samples":[[1,2,3,4,5]]}"#, 29, "found an array of 5"),
    Bad(element: #"{"kind":"stroke","samples":[[1,2,3],[1,null,3]]}"#, 40, "found null"),
    Bad(element: #"{"kind":"stroke","samples":[[1,2e7,3]]}"#, 29, #""samples" is 20000000; it must be -10000000 to"#),
    Bad(element: #"{"kind":"stroke","samples":[[1,2,3,-1]]}"#, 29, #""samples" is -1; it must be 0 or more"#),
    Bad(
      element: #"{"kind":"stroke","samples":[[1,2,3]],"tangentialPressures":[0,1]}"#, 60,
      "an array with a number for each sample, not an array of 2"),
    Bad(
      element: #"{"kind":"stroke","samples":[[1,2,3]],"contacts":[]}"#, 49,
      "an array with [width,height] for each sample, not an array"),
    Bad(element: #"{"kind":"stroke","samples":[[1,2,3]],"contacts":[[1]]}"#, 50, "not an array of 1"),
    Bad(element: #"{"kind":"stroke","tool":"rect","samples":[[1,2,3]]}"#, 25, "use pen, marker or eraser"),
    Bad(element: #"{"kind":"rect","a":[1,2]}"#, 1, #""rect" must come with "b""#),
    Bad(element: #"{"kind":"rect","a":[1,2],"b":[1,"2"]}"#, 33, #""b" must be a point"#),
    Bad(element: #"{"kind":"rect","a":[1,2],"b":[1,2],"width":0}"#, 44, #""width" is 0"#),
    Bad(element: #"{"kind":"polygon","a":[1,2],"b":[1,2],"sides":2}"#, 47, #""sides" is 2; it must be 3 to"#),
    Bad(element: #"{"kind":"line","a":[1,2],"b":[1,2],"dash":[0,0]}"#, 43, "lengths that are not all 0"),
    Bad(element: #"{"kind":"line","a":[1,2],"b":[1,2],"cap":"flat"}"#, 42, #"unknown cap "flat"; use butt, round or"#),
    Bad(element: #"{"kind":"text","at":[1,2]}"#, 1, #""text" must come with "text""#),
    Bad(element: #"{"kind":"text","text":"a","at":[1,2],"font":"Arial"}"#, 45, #"unknown font "Arial"; use doodle"#),
    Bad(element: #"{"kind":"image","frame":[1,2,3,4]}"#, 1, #""image" must come with "path" or "data""#),
    Bad(
      element: #"{"kind":"image","path":"a","data":"","frame":[1,2,3,4]}"#, 35,
      #""data" cannot be used together with "path""#),
    Bad(element: #"{"kind":"image","path":"a","frame":[1,2,0,4]}"#, 36, "a box, [left,top,right,bottom]"),
    Bad(element: #"{"kind":"rect","a":[1,2],"b":[1,2],"transform":{"scale":2}}"#, 48, #"must come with "center""#),
    Bad(
      element: #"{"kind":"rect","a":[1,2],"b":[1,2],"transform":{"scale":0,"center":[1,2]}}"#, 57, #""scale" is 0"#),
    Bad(
      element: #"{"kind":"stroke","tool":"eraser","samples":[[1,2,3]],"transform":{"scale":2,"center":[1,2]}}"#, 66,
      #"an eraser cannot have "transform""#),
    Bad(
      element: #"{"kind":"rect","a":[1,2],"b":[1,2]},{"kind":"rect","id":"e1","a":[1,2],"b":[1,2]}"#, 57,
      #"another element has the id "e1" already"#),
    Bad(
      element: #"{"kind":"rect","a":[1,2],"b":[1,2],"was":[{"until":"e7"}]}"#, 52,
      #"no later element is an eraser with the id "e7""#),
    Bad(
      element: #"{"kind":"rect","a":[1,2],"b":[1,2],"was":[{"until":"e2"}]},{"kind":"rect","a":[1,2],"b":[1,2]}"#, 52,
      #"no later element is an eraser with the id "e2""#),
  ])
  func `an invalid drawing is refused with line, column and reason`(bad: Bad) throws {
    let error = try #require(throws: LogError.self) {
      try SavedDrawing(Array(bad.text.utf8), name: "a.json", format: .drawing)
    }
    #expect([error.location.line, error.location.column] == bad.location, "\(error)")
    #expect(error.description.hasPrefix("a.json:\(bad.location[0]):\(bad.location[1]): error: "))
    #expect(error.reason.description.contains(bad.says), "\(error.reason.description)")
  }

  @Test func `unknown keys are ignored, and null means that a key is absent`() throws {
    let plain = try opened(#"{"drawing":1,"elements":[{"kind":"rect","a":[10,10],"b":[90,90]}]}"#)
    let other = try opened(
      #"""
      {"app":{"kind":[]},"drawing":1,"size":null,"elements":[
      {"kind":"rect","a":[10,10],"b":[90,90],"id":null,"fill":null,"transform":null,"note":[1,{}]}]}
      """#)
    #expect(other.saved == plain.saved)
  }

  @Test(arguments: [
    (#"{"drawing":1"#, DrawingFormat.Recognition.drawing(.drawing)),
    ("\u{FEFF} {\n \"app\":[1,2],\"drawing\":1}", .drawing(.drawing)),
    (#"{"size":[1,2],"shapes":["#, .drawing(.drawsana)), (#"{"shapes":[{"type":"Pen""#, .drawing(.drawsana)),
    (#"{"doodle":1,"drawing":1}"#, .other), (#"{"drawing":"mine","phase":"began"}"#, .other),
    (#"{"phase":"began","shapes":[]}"#, .other), (#"{"shapes":5,"x":1}"#, .other), ("[{\"phase\":0}]", .other),
    ("x", .other), ("{}", .other), ("", .undecided), (" {", .undecided), (#"{"size":[1,2"#, .undecided),
    (#"{"draw"#, .undecided),
  ])
  func `the first keys of a file tell its format`(beginning: String, recognition: DrawingFormat.Recognition) {
    #expect(DrawingFormat.recognize(Array(beginning.utf8)) == recognition)
  }
}
