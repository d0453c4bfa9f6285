import DataSets
import Files
import Foundation
import PNG
import TestSupport

/// A folder that is removed when the object is deallocated.
final class ScratchFolder {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("doodle-sets-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and its folders, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Data(text.utf8))
  }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)) }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  /// All files below the folder with their contents.
  func contents(of folder: String = "") throws -> [String: Data] {
    let root = folder.isEmpty ? path : path + "/" + folder
    var contents: [String: Data] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isFolder)
      if !isFolder.boolValue { contents[name] = try Data(contentsOf: URL(fileURLWithPath: root + "/" + name)) }
    }
    return contents
  }
}

/// Lines of drawings of Quick, Draw!, simplified, each with a key of its own.
func drawingLines(_ count: Int, seed: UInt64 = 1) -> [String] {
  var random = SeededRandom(seed: seed)
  return (0..<count).map { number in
    let strokes = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      let points = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        (Int.random(in: 0...255, using: &random), Int.random(in: 0...255, using: &random))
      }
      return "[\(points.map(\.0)),\(points.map(\.1))]"
    }
    let word = ["cat", "train", "rainbow"][number % 3]
    return
      #"{"word":"\#(word)","key_id":"k\#(number)","recognized":\#(number % 4 > 0),"drawing":[\#(strokes.joined(separator: ","))]}"#
  }
}

/// A recording of a log: a line for each stroke's points, in points, with times and, if `pressures` are given, those.
func log(_ strokes: [[(x: Double, y: Double)]], header: String = "", pressures: Bool = false) -> String {
  var lines = header.isEmpty ? "" : header + "\n"
  var time = 0.0
  for stroke in strokes {
    for (index, point) in stroke.enumerated() {
      let phase = index == 0 ? "began" : index == stroke.count - 1 ? "ended" : "moved"
      let pressure = pressures ? #","pressure":\#(0.2 + 0.6 * Double(index) / Double(stroke.count))"# : ""
      lines += #"{"phase":"\#(phase)","x":\#(point.x),"y":\#(point.y),"t":\#(time)\#(pressure)}"# + "\n"
      time += 0.01
    }
    if stroke.count == 1 { lines += #"{"phase":"ended","x":\#(stroke[0].x),"y":\#(stroke[0].y),"t":\#(time)}"# + "\n" }
    time += 0.5
  }
  return lines
}

/// Random strokes within a square.
func randomStrokes(_ random: inout SeededRandom, side: Double) -> [[(x: Double, y: Double)]] {
  (0..<Int.random(in: 1...5, using: &random)).map { _ in
    var (x, y) = (random.double(in: 10...side - 10), random.double(in: 10...side - 10))
    return (0..<Int.random(in: 2...20, using: &random)).map { _ in
      x = min(side - 5, max(5, x + random.double(in: -15...15)))
      y = min(side - 5, max(5, y + random.double(in: -15...15)))
      return ((x * 4).rounded() / 4, (y * 4).rounded() / 4)
    }
  }
}

/// Runs a batch to its end, or for some steps only, as if it were killed then.
/// - Returns: The counts; nil if there were no records.
@discardableResult
func runBatch(
  _ files: [String], _ options: BatchOptions, _ output: String, part: RunPart = .whole, threads: Int = 1,
  overwrites: Bool = false, settings: [(name: String, value: String)] = [], steps: Int = .max
) throws -> ShardReport? {
  let inputs = try files.flatMap { try RecordFile.all(at: $0) }
  var run = try BatchRun(inputs, options, try OutputPattern(output), part, threads: threads)
  let identity = try RunIdentity(program: "1", inputs: inputs, options: settings)
  guard try run.begin(identity, overwrites: overwrites) else { return nil }
  for _ in 0..<steps {
    if try !run.step() {
      try run.finish()
      return run.total
    }
  }
  return run.total
}

/// Small pictures.
func smallOptions(_ side: Int = 16) -> BatchOptions {
  var options = BatchOptions()
  (options.form.width, options.form.height) = (side, side)
  return options
}

/// The samples of the picture of one record.
func samples(of record: Record, _ form: PictureForm) throws -> [UInt8] {
  var options = BatchOptions()
  options.form = form
  var maker = PictureMaker(options, .npy)
  switch maker.pictures(of: record) {
  case .pictures(let pictures, _): return pictures[0].bytes
  case .left: return []
  case .fault(let fault, _, _): throw fault
  }
}

extension Record {
  init(line: String) { self.init(.line, Array(line.utf8)) }

  init(file: String) { self.init(.file, Array(file.utf8)) }

  private init(_ content: Content, _ bytes: [UInt8]) {
    self.init(file: "a", stem: "a", content: content, bytes: bytes)
  }
}

/// The grays of a PNG.
func grays(ofPNG bytes: [UInt8]) throws -> [UInt8] {
  try readPNG(from: MemorySource(bytes)).pixels.map { UInt8(truncatingIfNeeded: $0) }
}
