import Files
import Foundation
import Geometry
import ImportCore
import Importers
import JSON
import PNG
import Raster
import TestSupport
import Testing
import TouchLog

/// Small files after public bug reports, in Field and in Cases, and what is right in them: from their makers' programs or
/// from specifications.
struct FieldTests {
  private static func bytes(_ path: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().path
    return try InputFile(path: "\(folder)/\(path)").readAll()
  }

  private static func ink(_ path: String, from format: LogFormat? = nil) throws -> DocumentInk {
    try DocumentInk(bytes(path), from: format)
  }

  // MARK: Devices

  @Test func `old evtest names its marks by the types of events`() throws {
    let text = String(decoding: try Self.bytes("Cases/evtest/marks-named-as-types.txt"), as: UTF8.self)
    let named = text.replacing("EV_REL", with: "SYN_MT_REPORT").replacing("EV_SYN", with: "SYN_REPORT")
    #expect(named != text)
    #expect(try readTouches(text).touches == readTouches(named).touches)
    #expect(try readTouches(text).touches.map(\.phase) == [.began, .moved, .ended])
    let older = text.replacing("EV_SYN", with: "Sync")
    #expect(try readTouches(older).touches == readTouches(text).touches)
  }

  @Test func `a contact lifts with the key, though its tracking id stays`() throws {
    let touches = try readTouches(
      String(decoding: Self.bytes("Cases/evtest/lifts-with-one-tracking-id.txt"), as: UTF8.self)
    ).touches
    #expect(touches.map(\.phase) == [.began, .moved, .ended, .began, .moved, .ended])
    #expect(touches[3].point == Point(20, 100))
  }

  /// From 0 to 127 in steps of about a degree, 64 is upright, and 64 ± 45 is half way down.
  @Test(arguments: [
    ("0 127", 64, 64, 90.0), ("0 127", 109, 64, 45), ("0 127", 19, 64, 45), ("-64 63", 45, 0, 45),
    ("-60 60", 30, 0, 60), ("-9000 9000", 4500, 0, 58), ("0 180", 90, 60, 60),
  ]) func `a tilt counts from the middle of its range`(range: String, x: Int, y: Int, degrees: Double) throws {
    // A first frame at another tilt shows that there is a sensor.
    func frame(_ time: Int, _ x: Int, _ y: Int) -> String {
      [(3, 0, 100 * time), (3, 1, 100), (3, 0x1A, x), (3, 0x1B, y), (1, 0x14A, 1), (0, 0, 0)].map { type, code, value in
        let (type, code) = (String(type, radix: 16), String(code, radix: 16))
        return "E: 0.00000\(time) 000\(type) \(String(repeating: "0", count: 4 - code.count))\(code) \(value)\n"
      }.joined()
    }
    let text =
      "# EVEMU 1.3\nN: pen\nA: 00 0 9999 0 0 0\nA: 01 0 9999 0 0 0\nA: 1a \(range) 0 0 0\nA: 1b \(range) 0 0 0\n"
      + frame(1, x + 1, y) + frame(2, x, y) + frame(3, x, y)
    let altitude = try #require(try readTouches(text).touches[1].altitude)
    #expect(abs(altitude * 180 / .pi - degrees) < 0.001)
  }

  @Test func `an upright pen with an unsigned tilt has none`() throws {
    let text = String(decoding: try Self.bytes("Cases/evemu/upright-pen-of-an-unsigned-tilt.evemu"), as: UTF8.self)
    let touches = try readTouches(text).touches
    #expect(touches.count == 40 && touches.allSatisfy { $0.altitude == nil })
  }

  // MARK: Documents

  @Test func `a document of Rnote 0_15 is that of 0_14`() throws {
    let (old, new) = (try Self.ink("Field/rn14.rnote"), try Self.ink("Cases/rnote/maps-of-six-numbers.rnote"))
    #expect(
      new.strokes.map(\.tool) == old.strokes.map(\.tool) && new.strokes.map(\.touches) == old.strokes.map(\.touches))
    #expect(new.commands.map(\.command) == old.commands.map(\.command))
    #expect(new.strokes[0].points.first == Point(260, 170))
  }

  @Test func `shapes without a whole map are reported`() throws {
    let ink = try Self.ink("Cases/rnote/shapes-without-a-map.rnote")
    #expect(ink.strokes.map { $0.points[0] } == [Point(20, 10)])
    #expect(ink.commands.isEmpty && ink.omitted("elements without a position or on too many pages") == 3)
  }

  /// 1872 pixels of 1/226 inch are 795.186 points.
  @Test func `a landscape page of reMarkable is turned clockwise`() throws {
    let (upright, turned) = (try Self.ink("Field/portrait.rmdoc"), try Self.ink("Field/landscape.rmdoc"))
    let height = 1872 * 96 / 226.0
    #expect(turned.header?.size == Size(width: height, height: 1404 * 96 / 226.0))
    #expect(upright.strokes.count == 9 && turned.strokes.count == 9)
    for (before, after) in zip(upright.strokes, turned.strokes) {
      #expect(before.tool == after.tool)
      for (from, to) in zip(before.points, after.points) {
        #expect(abs(to.x - (height - from.y)) < 1e-9 && abs(to.y - from.x) < 1e-9)
      }
    }
    let turns = turned.commands.count {
      if case .transform(_, let change) = $0.command { change.rotate == 90 } else { false }
    }
    #expect(turns == upright.commands.count)
  }

  @Test(arguments: ["glob", "folder"]) func `the order of an archive and a folder around it mean nothing`(
    name: String
  ) throws {
    let (usual, other) = (try Self.ink("Field/portrait.rmdoc"), try Self.ink("Field/\(name).rmdoc"))
    #expect(other.header == usual.header && other.commands.map(\.command) == usual.commands.map(\.command))
    #expect(other.strokes.map(\.touches) == usual.strokes.map(\.touches) && !usual.strokes.isEmpty)
  }

  @Test(arguments: ["dirfirst", "extra"]) func `an archive of Xournal++ is known by what it holds`(name: String) throws
  {
    let ink = try Self.ink("Field/\(name).xopp")
    #expect(ink.header?.size == Size(width: 200, height: 100))
    #expect(ink.strokes.map(\.points) == [[Point(10, 10), Point(190, 90)]])
  }

  @Test func `pens after a highlighter of InkML are round and do not blend`() throws {
    let ink = try Self.ink("Cases/inkml/pens-after-a-highlighter.inkml")
    let styles = ink.strokes.map { $0.tool?.style }
    #expect(styles.map { $0?[StyleKeys.tip] } == [nil, .bar, .round, .round])
    #expect(styles.map { $0?[StyleKeys.blend] } == [nil, .multiply, .over, .over])
    let colors = [0x0000FF, 0xFFFF00, 0x0000FF, 0xFF0000].map { InkColor.solid(Color(rgb: $0)) }
    #expect(styles.map { $0?[StyleKeys.color] } == colors)
  }

  /// Of a line from 60 to 300 that is 30 wide.
  @Test func `flat ends are where Xournal++ draws them`() throws {
    let ink = try Self.ink("Cases/xournal/ends-of-strokes.xopp")
    func box(_ index: Int) -> Rect { ink.strokes[index].points.reduce(into: .empty) { $0.include($1) } }
    #expect(ink.strokes[0].points == [Point(60, 50), Point(300, 50)])
    #expect(box(1) == Rect(minX: 60, minY: 115, maxX: 300, maxY: 145))
    #expect(box(2) == Rect(minX: 45, minY: 195, maxX: 315, maxY: 225))
    #expect(ink.strokes.dropFirst().allSatisfy { $0.tool?.style[StyleKeys.fill] ?? Fill.none != .none })
  }

  @Test func `lines of a text are as wide as Xournal++ wraps them, and aligned`() throws {
    let ink = try Self.ink("Cases/xournal/texts-in-lines.xopp")
    let texts = ink.commands.compactMap { if case .text(let text) = $0.command { text } else { nil } }
    #expect(texts.count == 12)
    #expect(texts[..<3].map(\.text).joined(separator: " ") == texts[3..<6].map(\.text).joined(separator: " "))
    #expect(texts[3..<6].allSatisfy { $0.style[StyleKeys.align] == .right && $0.at.x == 200 && $0.wrap ?? 0 >= 120 })
    #expect(texts[6..<9].map(\.text) == ["a long first line here", "short", "mid line"])
    // They share the middle of the longest one.
    #expect(texts[6..<9].allSatisfy { $0.style[StyleKeys.align] == .center && $0.at.x == texts[6].at.x })
    #expect(ink.omitted("even right edges of texts") == 1)
  }

  @Test func `decimal commas are read`() throws {
    let ink = try Self.ink("Cases/xournal/decimal-commas.xopp")
    let points = try #require(ink.strokes.first).points
    #expect(
      points.first == Point(20.5, 40.25) && points.contains(Point(120.5, 80.75)) && points.last == Point(220, 40.5))
    #expect(ink.commands.count == 1 && ink.report.omissions.isEmpty)
  }

  // MARK: Boards

  @Test func `a path of fabric that was not moved begins where it was drawn`() throws {
    let ink = try Self.ink("Cases/fabric/center-of-a-quadratic-curve.json")
    #expect(ink.strokes[0].points.first == Point(20, 20) && ink.strokes[0].points.last == Point(220, 20))
  }

  /// A factor of the usual 32 points, and a size in points.
  @Test func `the words of notes have the sizes that tldraw gives, and long ones are whole`() throws {
    let ink = try Self.ink("Cases/tldraw/sizes-of-notes.json")
    let texts = ink.commands.compactMap { if case .text(let text) = $0.command { text } else { nil } }
    func size(_ word: String) -> Double? { texts.first { $0.text == word }?.style[StyleKeys.size] }
    #expect(size("Hello") == 22 && size("Donaudampf") == 14 && size("left top") == 22)
    let long = try #require(size("Donaudampfschifffahrt"))
    #expect(long <= 19.2 && long >= 14)
  }

  @Test func `lists of tldraw have their numbers and levels`() throws {
    let ink = try Self.ink("Cases/tldraw/lists.json")
    let lines = ink.commands.compactMap { if case .text(let text) = $0.command { text.text } else { nil } }
    #expect(lines[2..<6] == ["• item one", "    • nested", "• item two", "3. third"])
  }

  /// The corner of a square with a round crop is empty, its middle is as it was.
  @Test func `a round crop leaves the corners out`() throws {
    let ink = try Self.ink("Cases/tldraw/round-crop.json")
    guard case .image(let image) = ink.commands.first?.command, case .data(let data) = image.source else {
      Issue.record("there is no image")
      return
    }
    let picture = try readPNG(from: MemorySource(try Base64.decoded(Array(data.utf8).span)))
    #expect(picture[0, 0].alpha == 0 && picture[4, 4].alpha == 255 && picture[0, 4].alpha > 128)
  }

  @Test func `a picture of Excalidraw has its scene`() throws {
    for picture in ["Field/scene.excalidraw.png", "Cases/excalidraw/scene-in-a-picture.svg"] {
      let ink = try Self.ink(picture)
      #expect(ink.strokes.count == 1)
      guard case .text(let text) = ink.commands.first?.command else {
        Issue.record("\(picture) has no text")
        continue
      }
      #expect(text.text == "größe ✓")
    }
  }

  @Test func `images beside a note of Obsidian are those that it lists`() throws {
    let ink = try Self.ink("Cases/excalidraw/note-with-images-beside-it.md")
    let paths = ink.commands.compactMap { command -> String? in
      if case .image(let image) = command.command, case .path(let path) = image.source { path } else { nil }
    }
    #expect(paths == ["plain.png", "missing.png", "folder/part.png"])
    #expect(ink.omitted("images that are neither PNG nor JPEG") == 1)
    #expect(ink.omitted("images that are not in the file") == 1)
  }

  // MARK: Formats without a reader

  @Test(arguments: [
    ("-event4   DEVICE_ADDED            Pen       seat0 default group1  cap:T\n", "libinput debug-events"),
    ("\0[\0{\0\"\0x\0\"\0:\01\0}\0]", "UTF-16"), ("[\0{\0\"\0x\0\"\0:\01\0}\0]\0", "UTF-16"),
    ("RIFF\0\0\0\0UINKDATA", "Universal Ink"), ("noteSN_FILE_VER_20230015", "Supernote"),
  ]) func `a file of a format without a reader is named`(text: String, name: String) throws {
    let error = try #require(try DocumentInk.error(of: Array(text.utf8)))
    guard case .refused(let found, let instead) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(found.contains(name) && !instead.isEmpty)
  }

  /// What the refusal says to write is read.
  @Test func `strokes of Atrament are named, and the points of their points are read`() throws {
    let bytes = try Self.bytes("Field/atrament.json")
    let error = try #require(try DocumentInk.error(of: bytes))
    guard case .refused(let found, _) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(found.contains("Atrament"))
    let plain = String(decoding: bytes, as: UTF8.self).replacing("{\"point\":{", with: "{").replacing(
      "},\"time\"", with: ",\"time\"")
    #expect(try DocumentInk(plain).strokes.map(\.points) == [[Point(20, 20), Point(100, 40)]])
  }
}
