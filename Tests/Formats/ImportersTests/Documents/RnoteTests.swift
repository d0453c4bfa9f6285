import Files
import Geometry
import ImportCore
import Importers
import JSON
import PNG
import TestSupport
import Testing
import TouchLog

/// Documents of Rnote, written by hand: there is no free sample.
struct RnoteTests {
  private static let black = #"{"r":0,"g":0,"b":0,"a":1}"#

  private static func brush(
    _ points: [(Double, Double, Double)], curve: String = "linear", width: Double = 10, color: String = black,
    kind: String = "smooth"
  ) -> String {
    func element(_ point: (Double, Double, Double)) -> String {
      #"{"pos":[\#(point.0),\#(point.1)],"pressure":\#(point.2)}"#
    }
    let segments = points.dropFirst().map { #"{"lineto":{"end":\#(element($0))}}"# }.joined(separator: ",")
    return #"{"brushstroke":{"path":{"start":\#(element(points[0])),"segments":[\#(segments)]},"style":{"\#(kind)":"#
      + #"{"stroke_width":\#(width),"stroke_color":\#(color),"fill_color":\#(black),"pressure_curve":"\#(curve)"}}}}"#
  }

  /// A document with elements, their layers and times, and which of them are in the trash.
  private static func document(
    _ elements: [String], layout: String = "fixed_size", chrono: [String] = [], trash: [Bool] = [],
    pattern: String = "none"
  ) -> String {
    func slots(_ values: [String]) -> String {
      "[" + (["null"] + values).map { #"{"value":\#($0),"version":1}"# }.joined(separator: ",") + "]"
    }
    return #"{"version":"0.13.0","data":{"engine_snapshot":{"document":{"config":{"format":{"width":100,"height":50,"#
      + #""dpi":96},"background":{"color":{"r":1,"g":0.5,"b":0,"a":1},"pattern":"\#(pattern)","#
      + #""pattern_size":[32,32],"pattern_color":{"r":1,"g":1,"b":1,"a":1}},"layout":"\#(layout)"},"#
      + #""x":0,"y":0,"width":100,"height":150},"stroke_components":\#(slots(elements)),"#
      + #""chrono_components":\#(slots(chrono)),"#
      + #""trash_components":\#(slots(trash.map { #"{"trashed":\#($0)}"# }))}}}"#
  }

  private static func pages(_ text: String) throws -> [DocumentInk] {
    var pages: [DocumentInk] = []
    var options = ImportOptions()
    while true {
      options.firstPage = pages.count + 1
      if try DocumentInk.error(of: Array(text.utf8), options: options) != nil { return pages }
      var reader = try openEventReader(MemorySource(Array(text.utf8)), name: "a", options: options)
      pages.append(try DocumentInk(page: &reader))
    }
  }

  @Test func `a stroke has the widths of its pressures`() throws {
    let p = [(1.0, 2.0, 0.25), (5.0, 6.0, 1.0)]
    for (curve, share) in [("linear", 0.25), ("sqrt", 0.5), ("pow2", 0.0625), ("cbrt", 0.62996), ("pow3", 0.015625)] {
      let stroke = try Self.pages(Self.document([Self.brush(p, curve: curve)]))[0].strokes[0]
      #expect(stroke.points == [Point(1, 2), Point(5, 6)])
      let style = try #require(stroke.tool?.style)
      #expect(style.thinning == 1 && style.smoothing == 0 && style.width == 5)
      let width = ExactWidth(widest: 10).width(atPressure: try #require(stroke.touches[0].pressure))
      #expect(abs(width - 10 * share) < 0.01, "\(curve): \(width)")
    }
    let even = try Self.pages(Self.document([Self.brush(p, curve: "const")]))[0].strokes[0]
    #expect(even.tool?.style.width == 10 && even.tool?.style.thinning == 0)
    // Rnote does not fill what a brush draws.
    #expect(even.tool?.style[StyleKeys.fill] == Fill.none)
  }

  @Test func `elements are in the order of their layers and times, without those in the trash`() throws {
    let elements = (0..<5).map { Self.brush([(Double($0), 1, 1), (Double($0), 9, 1)]) }
    let ink = try Self.pages(
      Self.document(
        elements,
        chrono: [
          #"{"t":9,"layer":{"user_layer":1}}"#, #"{"t":8,"layer":{"user_layer":0}}"#, #"{"t":7,"layer":"highlighter"}"#,
          #"{"t":6,"layer":"image"}"#, #"{"t":5,"layer":{"UserLayer":0}}"#,
        ], trash: [false, false, false, true, false]))[0]
    #expect(ink.strokes.map { $0.points[0].x } == [2, 4, 1, 0])
    #expect(ink.omitted("elements in the trash") == 1)
  }

  @Test func `pages are cut out of the plane, blank ones between others count`() throws {
    let text = Self.document([
      Self.brush([(10, 10, 1), (20, 10, 1)]), Self.brush([(10, 120, 1), (20, 120, 1)], curve: "const", width: 2),
    ])
    let pages = try Self.pages(text)
    #expect(pages.map(\.strokes.count) == [1, 0, 1])
    #expect(pages[2].strokes[0].points[0] == Point(10, 20))
    #expect(pages.allSatisfy { $0.header?.size == Size(width: 100, height: 50) })
    #expect(pages[0].header?.background == .color(Color(red: 255, green: 128, blue: 0)))
  }

  @Test func `an infinite plane has the pages with content, from the top left, and ink over an edge lies on both`()
    throws
  {
    let text = Self.document(
      [Self.brush([(95, 20, 1), (105, 20, 1)]), Self.brush([(-80, -20, 1), (-70, -20, 1)])], layout: "infinite")
    let pages = try Self.pages(text)
    #expect(pages.map { $0.strokes[0].points[0] } == [Point(20, 30), Point(95, 20), Point(-5, 20)])
  }

  @Test func `shapes are paths with their fills, and open ones have none`() throws {
    let red = #"{"r":1,"g":0,"b":0,"a":0.5}"#
    func shape(_ value: String) -> String {
      #"{"shapestroke":{"shape":\#(value),"style":{"rough":{"stroke_width":2,"stroke_color":\#(Self.black),"fill_color":\#(red)}}}}"#
    }
    let ink = try Self.pages(
      Self.document([
        shape(#"{"rect":{"cuboid":{"half_extents":[4,3]},"transform":{"affine":[0,1,0,-1,0,0,20,10,1]}}}"#),
        shape(#"{"ellipse":{"radii":[5,2],"transform":{"affine":[1,0,0,0,1,0,50,20,1]}}}"#),
        shape(#"{"line":{"start":[1,1],"end":[9,9]}}"#), shape(#"{"polygon":{"start":[1,1],"path":[[9,1],[9,9]]}}"#),
        shape(#"{"unheard":{}}"#),
      ]))[0]
    #expect(ink.strokes.count == 4 && ink.omitted("shapes of unknown kinds") == 1)
    // Turned by a quarter: 6 wide and 8 high.
    var bounds = Rect.empty
    for point in ink.strokes[0].points { bounds.include(point) }
    #expect(bounds == Rect(minX: 17, minY: 6, maxX: 23, maxY: 14))
    #expect(
      ink.strokes[1].points.allSatisfy { point in
        let (x, y) = ((point.x - 50) / 5, (point.y - 20) / 2)
        return abs(x * x + y * y - 1) < 0.02
      })
    let fills = ink.strokes.map { $0.tool?.style[StyleKeys.fill] }
    let half = Fill.color(Color(red: 255, green: 0, blue: 0, alpha: 128))
    #expect(fills == [half, half, Fill.none, half])
  }

  @Test func `a bitmap becomes a PNG in its box, and a text has its size and place`() throws {
    // A half transparent red pixel, multiplied by its alpha, beside a green one.
    let image = #"""
      {"bitmapimage":{"image":{"data":"gAAAgAD/AP8=","pixel_width":2,"pixel_height":1,"memory_format":"R8g8b8a8Premultiplied"},
      "rectangle":{"cuboid":{"half_extents":[10,5]},"transform":{"affine":[2,0,0,0,2,0,50,25,1]}}}}
      """#
    let text = #"""
      {"textstroke":{"text":"Hi","transform":{"affine":[1,0,0,0,1,0,5,6,1]},"text_style":{"font_size":20,"color":\#(Self.black)}}}
      """#
    let ink = try Self.pages(Self.document([image, text]))[0]
    guard ink.commands.count == 2, case .image(let found) = ink.commands[0].command,
      case .text(let words) = ink.commands[1].command
    else {
      Issue.record("\(ink.commands)")
      return
    }
    #expect(found.at == Point(30, 15) && found.size == Size(width: 40, height: 20))
    guard case .data(let data) = found.source else {
      Issue.record("\(found.source)")
      return
    }
    let bytes = Array(data.utf8)
    let picture = try readPNG(from: MemorySource(try Base64.decoded(bytes.span)))
    #expect(picture.pixels == [0x80_00_00_FF, 0xFF_00_FF_00])
    #expect(words.at == Point(5, 6) && words.text == "Hi" && words.style[StyleKeys.size] == 20)
  }

  @Test func `the first versions list the segments with both ends`() throws {
    let text = #"""
      {"data":{"document":{"format":{"width":100,"height":50},"background":{"pattern":"none"},"layout":"continuous_vertical"},
      "store_snapshot":{"chrono_components":[],"stroke_components":[{"value":{"brushstroke":{"path":[
      {"dot":{"element":{"pos":[1,2],"pressure":0.5}}},
      {"line":{"start":{"pos":[1,2],"pressure":0.5},"end":{"pos":[5,6],"pressure":1}}}],
      "style":{"smooth":{"stroke_width":2,"stroke_color":\#(Self.black),"pressure_curve":"linear"}}}},"version":1}]}},"version":"0.5.5"}
      """#
    #expect(try Self.pages(text)[0].strokes[0].points.suffix(2) == [Point(1, 2), Point(5, 6)])
  }

  @Test(arguments: [
    #"{"data":{"engine_snapshot":{}}}"#, #"{"data":{"engine_snapshot":{"document":{},"stroke_components":7}}}"#,
  ]) func `a document without elements is an error`(text: String) throws {
    #expect(try DocumentInk.error(of: Array(text.utf8)) != nil)
  }

  @Test func `numbers beyond all bounds never trap`() throws {
    for layer in ["null", "1e30", "-1e300"] {
      let chrono = [#"{"t":1e300,"layer":{"user_layer":\#(layer)}}"#]
      _ = try DocumentInk.error(of: Array(Self.document([Self.brush([(1, 1, 1), (2, 2, 1)])], chrono: chrono).utf8))
    }
    for side in ["1e-300", "1e7", "0.5"] {
      let text = Self.document([Self.brush([(1, 1, 1), (2, 2, 1)])], layout: "infinite")
      let error = try DocumentInk.error(of: Array(text.replacing(#""width":100,"#, with: #""width":\#(side),"#).utf8))
      #expect(error == nil)
    }
    for number in ["1e300", "-1e300", "1e9", "null"] {
      let stroke = Self.brush([(1, 1, 1), (2, 2, 1)]).replacing("[2.0,2.0]", with: "[\(number),2]")
      for layout in ["infinite", "fixed_size"] {
        _ = try DocumentInk.error(of: Array(Self.document([stroke], layout: layout).utf8))
      }
    }
  }
}
