import Foundation
import Testing

@testable import doodle

/// The schemas accept the lines and drawings that the program reads and writes, and reject those that it refuses.
@Suite struct SchemaTests {
  private static func schema(_ subject: SchemaSubject) throws -> SchemaValidator {
    try SchemaValidator(Data(HelpOptions.schema(subject).text.utf8))
  }

  private func values(ofLines text: String) throws -> [Any] {
    try text.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
  }

  @Test(arguments: ProjectFiles.examples + ["session"])
  func `the schema accepts every line of the examples`(path: String) throws {
    let text = path == "session" ? SessionLog.text : try String(contentsOfFile: path, encoding: .utf8)
    let schema = try Self.schema(.log)
    try #require(!text.isEmpty)
    for value in try values(ofLines: text) { #expect(schema.accepts(value), "\(value)") }
  }

  /// Lines that together have every key of a log.
  @Test(arguments: [
    #"{"phase":"canceled","id":"a","x":1,"y":2,"force":null,"timestamp":3,"estimationUpdateIndex":4,"pointer":"pen"}"#,
    #"{"phase":"moved","touchId":1,"position":{"x":1,"y":2},"t":1e-3,"azimuth":7,"altitude":1,"predicted":false,"own":{}}"#,
    #"{"phase":"ended","location":[1.5,-2],"expects":["pressure","other"]}"#, #"{"revises":5,"force":1}"#,
    #"{"tool":"pen","brush":"pencil","tip":"ellipse","tipRatio":0,"tipAngle":40,"flow":[0,1],"grain":1,"grainSize":2}"#,
    #"{"command":"page"}"#, #"{"command":"page","size":[90,60.5],"background":"none"}"#,
    #"{"phase":"moved","x":1,"y":2,"tangentialPressure":-1,"contact":[20.5,0]}"#,
    #"{"revises":1,"tangentialPressure":0,"contact":null}"#, #"{"phase":"moved","x":1,"y":2,"twist":450.5}"#,
    #"{"tool":"pen","dash":[4,2],"fill":"gold"}"#, #"{"tool":"pen","pressureCurve":0.1,"minWidth":1}"#,
    #"{"tool":"pen","blend":"screen","tipAngle":"azimuth","flow":0.5}"#, #"{"tool":"pen","taper":5}"#,
    #"{"tool":"pen","grid":0.25}"#, #"{"doodle":1,"grid":1,"model":"ink-2"}"#,
    #"{"command":"restyle","grid":0.5}"#, #"{"tool":"star","points":5,"fill":"none","dash":[]}"#,
    #"{"tool":"text","text":"a","font":"doodle","align":"center","id":4}"#, #"{"tool":"eraser","mode":"stroke"}"#,
    #"{"command":"undo"}"#, #"{"command":"redo","count":3}"#, #"{"command":"select","at":{"x":1,"y":2}}"#,
    #"{"command":"move","by":[1,2]}"#, #"{"command":"image","at":[1,2],"data":"AAAA"}"#,
    #"{"command":"sound","path":"a.webm","time":-1.5}"#, #"{"command":"sound"}"#, #"{"command":"clear","t":7}"#,
    #"{"command":"open","path":"a.json"}"#, #"{"command":"mark","name":"x"}"#, #"{"command":"clear"}"#,
    #"{"doodle":1,"background":"a.PNG","model":"ink-1"}"#, ##"{"doodle":1,"background":"#fffa","size":[1,2.5]}"##,
  ])
  func `the schema accepts a line that the program reads`(line: String) throws {
    let result = try Scratch(["a.jsonl": line]).shell("doodle inspect --on-error skip --json a.jsonl")
    // A schema cannot tell whether a touch has begun or a file exists.
    #expect(!result.errors.contains("must"), "\(result.errors)")
    #expect(try Self.schema(.log).accepts(values(ofLines: line)[0]))
  }

  @Test(arguments: [
    #"{}"#, #"{"phase":"began"}"#, #"{"phase":"begun","point":[1,2]}"#, #"{"phase":"began","point":[1]}"#,
    #"{"phase":"began","point":[1,2,3]}"#, #"{"phase":"began","x":1}"#, #"{"phase":"began","point":[1,2],"x":1,"y":2}"#,
    #"{"phase":"began","point":[1e8,2]}"#, #"{"phase":"began","point":[1,2],"pressure":-1}"#,
    #"{"phase":"began","point":[1,2],"tangentialPressure":1.5}"#,
    #"{"phase":"began","point":[1,2],"contact":[1]}"#, #"{"phase":"began","point":[1,2],"contact":{"x":1,"y":2}}"#,
    #"{"phase":"began","point":[1,2],"contact":[1,-1]}"#, #"{"revises":1,"contact":5}"#,
    #"{"phase":"began","point":[1,2],"command":"undo"}"#, #"{"revises":1.5}"#, #"{"tool":"pencil"}"#,
    #"{"tool":"pen","brush":"quill"}"#, #"{"tool":"pen","blend":"erase"}"#, #"{"tool":"pen","flow":[0]}"#,
    #"{"tool":"pen","pressureCurve":0}"#, #"{"tool":"pen","minWidth":2}"#,
    #"{"tool":"pen","width":0}"#, #"{"tool":"pen","grid":0}"#, #"{"doodle":1,"grid":-1}"#, #"{"doodle":1,"grid":"1"}"#,
    #"{"doodle":1,"model":"ink-9"}"#, ##"{"tool":"pen","color":"#12"}"##, #"{"tool":"polygon","sides":2}"#,
    #"{"command":"jump"}"#, #"{"command":"move"}"#, #"{"command":"select"}"#, #"{"command":"open"}"#,
    #"{"command":"image","at":[1,2]}"#, #"{"command":"image","at":[1,2],"path":"a","data":"b"}"#,
    #"{"command":"undo","count":0}"#, #"{"doodle":2}"#, #"{"doodle":1,"size":[0,5]}"#,
  ])
  func `the schema rejects a line that the program refuses`(line: String) throws {
    let result = try Scratch(["a.jsonl": line]).shell("doodle inspect a.jsonl")
    #expect(result.status != 0 && result.errors.contains("a.jsonl:1:"), "\(result.errors)")
    #expect(try !Self.schema(.log).accepts(values(ofLines: line)[0]))
  }

  private static let elements = [
    #"{"kind":"stroke","samples":[[1,2,3],[4,5,6,0.5]],"taper":[1,2],"tool":"marker","hue":4}"#,
    #"{"kind":"stroke","brush":"crayon","samples":[[1,2,3],[2,2,4],[3,2,5]],"tilts":[[],[1],[1,2]]}"#,
    #"{"kind":"stroke","samples":[[1,2,3],[2,2,4]],"twists":[-1,90]}"#,
    #"{"kind":"stroke","samples":[[1,2,3],[2,2,4]],"tangentialPressures":[-2,0.5],"contacts":[[-1,-1],[3,4.5]]}"#,
    #"{"kind":"stroke","grid":0.25,"samples":[[1,2,3]]}"#,
    #"{"kind":"rect","id":"a","a":[1,2],"b":[3,4],"fill":null,"transform":{"scale":2,"center":[0,0]},"own":[1]}"#,
    #"{"kind":"angle","a":[1,2],"b":[3,4],"c":[5,6],"rank":-1}"#, #"{"kind":"text","text":"","at":[1,2],"size":9}"#,
    #"{"kind":"line","a":[1,2],"b":[3,4],"was":[]}"#,
  ]

  @Test(arguments: elements)
  func `the schema accepts an element that the program reads`(element: String) throws {
    let text = "{\"drawing\":1,\"size\":[9,9],\"elements\":[\(element)]}"
    #expect(try Scratch(["a.json": text]).shell("doodle inspect a.json").status == 0)
    #expect(try Self.schema(.drawing).accepts(values(ofLines: text)[0]))
  }

  @Test(arguments: [
    #"{}"#, #"{"kind":"blob"}"#, #"{"kind":"stroke"}"#, #"{"kind":"stroke","samples":[]}"#,
    #"{"kind":"stroke","samples":[[1,2]]}"#, #"{"kind":"stroke","samples":[[1,2,3,-4]]}"#,
    #"{"kind":"stroke","samples":[[1,2,3]],"tilts":[[1,2,3]]}"#,
    #"{"kind":"stroke","samples":[[1,2,3]],"twists":["a"]}"#,
    #"{"kind":"stroke","samples":[[1,2,3]],"tangentialPressures":[null]}"#,
    #"{"kind":"stroke","samples":[[1,2,3]],"contacts":[[1]]}"#,
    #"{"kind":"stroke","samples":[[1,2,3]],"contacts":{}}"#,
    #"{"kind":"stroke","grid":0,"samples":[[1,2,3]]}"#, #"{"kind":"rect","a":[1,2]}"#,
    #"{"kind":"line","a":[1,2],"b":[1,2],"width":0}"#,
    #"{"kind":"polygon","a":[1,2],"b":[1,2],"sides":2}"#, #"{"kind":"text","at":[1,2]}"#,
    #"{"kind":"text","text":"a","at":[1,2],"font":"Arial"}"#, #"{"kind":"image","frame":[1,2,3,4]}"#,
    #"{"kind":"image","path":"a","data":"b","frame":[1,2,3,4]}"#, #"{"kind":"image","path":"a","frame":[1,2,3]}"#,
    #"{"kind":"rect","a":[1,2],"b":[1,2],"transform":{"scale":2}}"#,
    #"{"kind":"rect","a":[1,2],"b":[1,2],"was":[{}]}"#,
  ])
  func `the schema rejects an element that the program refuses`(element: String) throws {
    let text = "{\"drawing\":1,\"size\":[9,9],\"elements\":[\(element)]}"
    #expect(try Scratch(["a.json": text]).shell("doodle inspect a.json").status == 3)
    #expect(try !Self.schema(.drawing).accepts(values(ofLines: text)[0]))
  }

  @Test(arguments: ProjectFiles.examples + ["session"])
  func `the schema accepts a saved drawing`(path: String) throws {
    let scratch = try Scratch(["session": SessionLog.text])
    let text = try scratch.shell("doodle save '\(path)' -o -").outputBytes
    #expect(try Self.schema(.drawing).accepts(JSONSerialization.jsonObject(with: text)))
  }

  private static let python = ProcessInfo.processInfo.environment["DOODLE_PYTHON"] ?? "python3"

  private static let hasValidator =
    (try? Program.run(python, ["-c", "import jsonschema.validators as v; v.Draft202012Validator"]).status) == 0

  /// Checks the tests' own validator, which implements only part of JSON Schema.
  @Test(.enabled(if: hasValidator, "needs Python's jsonschema")) func `Python's jsonschema agrees`() throws {
    let scratch = try Scratch([
      "session": SessionLog.text,
      "check.py": """
      import json, sys
      from jsonschema.validators import Draft202012Validator as Validator
      log, drawing = (json.load(open(name)) for name in ('log.json', 'drawing.json'))
      for schema in (log, drawing):
          Validator.check_schema(schema)
      for name in sys.argv[1:]:
          for line in open(name):
              Validator(log).validate(json.loads(line))
      Validator(drawing).validate(json.load(open('session.json')))
      bad = [{}, {'phase': 'began'}, {'tool': 'pen', 'width': 0}, {'phase': 'moved', 'point': [1, 2], 'command': 'undo'}]
      assert not any(Validator(log).is_valid(line) for line in bad)
      assert not Validator(drawing).is_valid({'drawing': 1, 'elements': [{'kind': 'blob'}]})
      """,
    ])
    let files = ProjectFiles.examples.map { "'\($0)'" }.joined(separator: " ")
    let result = try scratch.shell(
      """
      doodle help --schema log > log.json; doodle help --schema drawing > drawing.json
      doodle save session -o session.json; '\(Self.python)' check.py session \(files)
      """)
    #expect(result.status == 0, "\(result.errors)")
  }
}
