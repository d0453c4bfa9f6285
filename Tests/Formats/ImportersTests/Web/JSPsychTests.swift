import ImportCore
import TestSupport
import Testing
import TouchLog

struct JSPsychTests {
  private static let trial = """
    {"rt":1200,"png":"data:image/png;base64,AAAA","strokes":[
     [{"x":10,"y":20,"color":"#ff0000","action":"start","t":1000},{"x":11,"y":21,"action":"move"},
      {"x":13,"y":21,"action":"move"},{"action":"end","t":1300}],
     [{"x":50,"y":60,"color":"blue","action":"start","t":2000},{"action":"end","t":2100}]],
     "trial_type":"sketchpad","trial_index":1}
    """

  @Test(arguments: [
    trial, "[\(trial)]", #"[{"trial_type":"preload","trial_index":0,"response":{"a":[1]}},\#(trial)]"#,
    "{\"trials\":[\(trial)]}",
  ]) func `the strokes of a trial are read`(text: String) throws {
    let ink = try WebInk(text)
    #expect(ink.report.format == "jsPsych sketchpad")
    let points: [[[Double]]] = [[[10, 20], [11, 21], [13, 21]], [[50, 60], [50, 60]]]
    #expect(ink.strokes.map(\.points) == points)
    #expect(
      ink.strokes.map(\.tool?.style.color) == [
        .solid(Color(red: 255, green: 0, blue: 0)), .solid(Color(red: 0, green: 0, blue: 255)),
      ])
  }

  @Test func `the strokes alone are read`() throws {
    let strokes = #"[[{"x":1,"y":2,"action":"start","t":5},{"x":3,"y":2,"action":"move"},{"action":"end","t":9}]]"#
    #expect(try WebInk(strokes).strokes.map(\.points) == [[[1, 2], [3, 2]]])
    #expect(try WebInk(#"{"strokes":\#(strokes)}"#).strokes.map(\.points) == [[[1, 2], [3, 2]]])
  }

  @Test func `of several trials one is read`() throws {
    let other = #"{"trial_type":"sketchpad","trial_index":2,"strokes":[]}"#
    let ink = try WebInk("[\(Self.trial),\(other)]")
    #expect(ink.strokes.count == 2)
    #expect(ink.report.part == "drawing 0 of 2, counted from 0, is read; an index picks another")
    var options = ImportOptions()
    options.index = 1
    #expect(try WebInk("[\(Self.trial),\(other)]", options: options).strokes.isEmpty)
  }
}
