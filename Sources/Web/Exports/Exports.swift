import Geometry
import Raster
import TouchLog
import WebEngine

// The functions that the module `doodle.mjs` calls. Numbers stand for drawings; bytes go through memory that
// `doodle_allocate` gives.

/// State that the calls of a page share. There is one thread.
private struct Session {
  var drawings: [PageDrawing?] = []
  /// The result of the last call that has bytes.
  var result: [UInt8] = []
  /// Of the last update: left, top, width and height in pixels.
  var area = [Int32](repeating: 0, count: 4)
}

nonisolated(unsafe) private var session = Session()

func drawing(_ number: Int32) -> PageDrawing {
  // The module uses no number that was deleted.
  guard let drawing = unsafe session.drawings[Int(number)] else { fatalError() }
  return drawing
}

/// Makes bytes the result of the call.
func respond(_ bytes: [UInt8]) { unsafe session.result = bytes }

/// Runs `body`; an error becomes the result.
/// - Returns: 0, or 1 after an error.
func attempt(_ body: () throws(PageError) -> Void) -> Int32 {
  do throws(PageError) {
    try body()
    return 0
  } catch {
    unsafe session.result = Array("\(error.line) \(error.column) \(error.message)".utf8)
    return 1
  }
}

/// - Parameters:
///   - width: In points; NaN if there is no size, as `height` is then.
///   - scale: NaN for none.
/// - Returns: The number of the drawing; -1 after an error.
@_expose(wasm, "doodle_new") @_cdecl("doodle_new")
public func newDrawing(_ width: Double, _ height: Double, _ scale: Double, _ showsPredictions: Int32) -> Int32 {
  var number = -1
  _ = attempt { () throws(PageError) in
    guard width.isNaN == height.isNaN else { throw PageError(message: "a canvas has a width and a height") }
    let drawing = try PageDrawing(
      size: width.isNaN ? nil : Size(width: width, height: height), scale: scale.isNaN ? nil : scale,
      showsPredictions: showsPredictions != 0)
    if let free = unsafe session.drawings.firstIndex(where: { $0 == nil }) {
      unsafe session.drawings[free] = drawing
      number = free
    } else {
      unsafe session.drawings.append(drawing)
      number = unsafe session.drawings.count - 1
    }
  }
  return Int32(number)
}

@_expose(wasm, "doodle_delete") @_cdecl("doodle_delete")
public func deleteDrawing(_ number: Int32) { unsafe session.drawings[Int(number)] = nil }

@_expose(wasm, "doodle_apply") @_cdecl("doodle_apply")
public func apply(_ number: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  let lines = unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { lines, filled in
    unsafe lines.baseAddress?.initialize(from: bytes, count: Int(count))
    filled = Int(count)
  }
  return attempt { () throws(PageError) in try drawing(number).apply(lines) }
}

/// - Parameters:
///   - name: `count` bytes of UTF-8.
///   - pixels: `width` times `height` words: red in the lowest byte, then green, blue and straight alpha.
@_expose(wasm, "doodle_add_picture") @_cdecl("doodle_add_picture")
public func addPicture(
  _ number: Int32, _ name: UnsafePointer<UInt8>, _ count: Int32, _ pixels: UnsafePointer<UInt32>, _ width: Int32,
  _ height: Int32
) {
  let (width, height) = (Int(width), Int(height))
  let name = unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
  let words = unsafe Array(UnsafeBufferPointer(start: pixels, count: width * height))
  drawing(number).addPicture(name, Bitmap(width: width, height: height, pixels: words))
}

/// - Parameters:
///   - name: `nameCount` bytes of UTF-8.
///   - bytes: `count` bytes of the font file.
@_expose(wasm, "doodle_add_font") @_cdecl("doodle_add_font")
public func addFont(
  _ number: Int32, _ name: UnsafePointer<UInt8>, _ nameCount: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int32
) -> Int32 {
  let name = unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(nameCount)), as: UTF8.self)
  let bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  return attempt { () throws(PageError) in try drawing(number).addFont(name, bytes) }
}

/// - Parameters:
///   - properties: Numbers of which NaN is none: x, y, pressure, time, altitude, azimuth.
///   - index: -1 for none.
@_expose(wasm, "doodle_touch") @_cdecl("doodle_touch")
public func touch(
  _ number: Int32, _ phase: Int32, _ id: Int32, _ pointer: Int32, _ predicted: Int32, _ index: Int32,
  _ x: Double, _ y: Double, _ pressure: Double, _ time: Double, _ altitude: Double, _ azimuth: Double
) -> Int32 {
  attempt { () throws(PageError) in
    let phases = TouchEvent.Phase.allCases
    let pointers = TouchEvent.Pointer.allCases
    func value(_ number: Double) -> Double? { number.isNaN ? nil : number }
    guard phases.indices.contains(Int(phase)) else { throw PageError(message: "no such phase") }
    guard max(x.magnitude, y.magnitude) <= LogLimits.coordinate else {
      throw PageError(message: "a coordinate is not between -1e7 and 1e7")
    }
    try drawing(number).apply(
      TouchEvent(
        phase: phases[Int(phase)], touch: .number(Int(id)), point: Point(x, y), pressure: value(pressure),
        time: value(time), altitude: value(altitude), azimuth: value(azimuth),
        pointer: pointers.indices.contains(Int(pointer)) ? pointers[Int(pointer)] : nil, predicted: predicted != 0,
        index: index < 0 ? nil : Int(index)))
  }
}

@_expose(wasm, "doodle_update") @_cdecl("doodle_update")
public func update(_ number: Int32) -> Int32 {
  attempt { () throws(PageError) in
    let area = try drawing(number).update()
    unsafe session.area = [area.minX, area.minY, area.width, area.height].map { Int32($0) }
  }
}

@_expose(wasm, "doodle_area") @_cdecl("doodle_area")
public func area(_ side: Int32) -> Int32 { unsafe session.area[Int(side)] }

@_expose(wasm, "doodle_width") @_cdecl("doodle_width")
public func width(_ number: Int32) -> Int32 { Int32(drawing(number).width) }

@_expose(wasm, "doodle_height") @_cdecl("doodle_height")
public func height(_ number: Int32) -> Int32 { Int32(drawing(number).height) }

/// The address of the pixels on the screen, which is valid until the next call.
@_expose(wasm, "doodle_pixels") @_cdecl("doodle_pixels")
public func pixels(_ number: Int32) -> UnsafePointer<UInt32>? {
  let pixels = drawing(number).pixels
  return unsafe pixels.withUnsafeBufferPointer { $0.baseAddress }
}

@_expose(wasm, "doodle_hash") @_cdecl("doodle_hash")
public func hash(_ number: Int32) -> Int32 {
  attempt { () throws(PageError) in unsafe session.result = Array(try drawing(number).hash().utf8) }
}

/// - Parameter dpi: 0 for none.
@_expose(wasm, "doodle_png") @_cdecl("doodle_png")
public func png(_ number: Int32, _ hasMetadata: Int32, _ dpi: Double) -> Int32 {
  attempt { () throws(PageError) in
    unsafe session.result = try drawing(number).png(hasMetadata: hasMetadata != 0, dpi: dpi == 0 ? nil : dpi)
  }
}

@_expose(wasm, "doodle_svg") @_cdecl("doodle_svg")
public func svg(_ number: Int32) -> Int32 {
  attempt { () throws(PageError) in unsafe session.result = try drawing(number).svg() }
}

/// The result is the log from a byte on.
@_expose(wasm, "doodle_log") @_cdecl("doodle_log")
public func log(_ number: Int32, _ start: Int32) { respond(drawing(number).log.bytes(from: Int(start))) }

@_expose(wasm, "doodle_result") @_cdecl("doodle_result")
public func result() -> UnsafePointer<UInt8>? {
  unsafe session.result.withUnsafeBufferPointer { $0.baseAddress }
}

@_expose(wasm, "doodle_result_count") @_cdecl("doodle_result_count")
public func resultCount() -> Int32 { Int32(unsafe session.result.count) }
