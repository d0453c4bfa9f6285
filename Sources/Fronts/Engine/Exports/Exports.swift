import Geometry
import Raster
import TouchLog
import HostEngine

// The functions of `doodle.h`, which describes them. A browser's module `doodle.mjs` calls them, too: an address is a number
// there, and bytes go through memory that `doodle_allocate` gives.

/// A drawing of a caller, and what its last calls gave back.
final class Handle {
  var drawing: HostDrawing
  /// Of this drawing, and of those that are begun anew.
  var limits = HostLimits()
  /// The result of the last call that has one, with a zero after it.
  fileprivate var result: [UInt8] = [0]
  /// What the last update changed.
  fileprivate var area = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  init(_ drawing: HostDrawing) { self.drawing = drawing }

  /// Makes bytes the result of the call.
  func respond(_ bytes: [UInt8]) { result = bytes + [0] }
}

/// What C sees of a handle.
public typealias HandleAddress = UnsafeMutableRawPointer

func handle(_ address: HandleAddress) -> Handle {
  unsafe Unmanaged<Handle>.fromOpaque(address).takeUnretainedValue()
}

/// Runs `body`; an error becomes the result.
/// - Returns: 0, or 1 after an error.
func attempt(_ address: HandleAddress, _ body: (Handle) throws(HostError) -> Void) -> Int32 {
  let handle = unsafe handle(address)
  do throws(HostError) {
    try body(handle)
    return 0
  } catch {
    handle.respond(Array("\(error.line) \(error.column) \(error.message)".utf8))
    return 1
  }
}

/// The bytes of numbers as memory has them.
func bytes<Number: BitwiseCopyable>(of numbers: [Number]) -> [UInt8] {
  unsafe numbers.withUnsafeBytes { unsafe Array($0) }
}

/// A copy of bytes of the caller.
func copy(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : max(0, count)))
}

// MARK: Drawings

@_expose(wasm, "doodle_new") @_cdecl("doodle_new")
public func newDrawing() -> HandleAddress? {
  unsafe Unmanaged.passRetained(Handle(HostDrawing())).toOpaque()
}

@_expose(wasm, "doodle_delete") @_cdecl("doodle_delete")
public func deleteDrawing(_ address: HandleAddress?) {
  if let address = unsafe address { unsafe Unmanaged<Handle>.fromOpaque(address).release() }
}

@_expose(wasm, "doodle_begin") @_cdecl("doodle_begin")
public func begin(
  _ address: HandleAddress, _ width: Double, _ height: Double, _ scale: Double, _ showsPredictions: Int32
) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in
    guard width.isNaN == height.isNaN else { throw HostError(message: "a canvas has a width and a height") }
    let size = width.isNaN ? nil : Size(width: width, height: height)
    let chosen = try HostDrawing.choice(size: size, scale: scale.isNaN ? nil : scale)
    handle.drawing = HostDrawing(chosen, showsPredictions: showsPredictions != 0, limits: handle.limits)
  }
}

// MARK: Events

@_expose(wasm, "doodle_apply") @_cdecl("doodle_apply")
public func apply(_ address: HandleAddress, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let lines = unsafe copy(bytes, count)
  return unsafe attempt(address) { handle throws(HostError) in try handle.drawing.apply(lines) }
}

@_expose(wasm, "doodle_add_picture") @_cdecl("doodle_add_picture")
public func addPicture(
  _ address: HandleAddress, _ name: UnsafePointer<UInt8>?, _ count: Int, _ pixels: UnsafePointer<UInt32>?,
  _ width: Int, _ height: Int
) -> Int32 {
  let name = unsafe String(decoding: copy(name, count), as: UTF8.self)
  return unsafe attempt(address) { handle throws(HostError) in
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isTooLarge, let pixels = unsafe pixels else {
      throw HostError(message: "a picture has a width and a height of at least 1 pixel, and pixels")
    }
    let words = unsafe Array(UnsafeBufferPointer(start: pixels, count: area))
    try handle.drawing.addPicture(name, Bitmap(width: width, height: height, pixels: words))
  }
}

@_expose(wasm, "doodle_add_font") @_cdecl("doodle_add_font")
public func addFont(
  _ address: HandleAddress, _ name: UnsafePointer<UInt8>?, _ nameCount: Int, _ bytes: UnsafePointer<UInt8>?,
  _ count: Int
) -> Int32 {
  let name = unsafe String(decoding: copy(name, nameCount), as: UTF8.self)
  let bytes = unsafe copy(bytes, count)
  return unsafe attempt(address) { handle throws(HostError) in try handle.drawing.addFont(name, bytes) }
}

@_expose(wasm, "doodle_add_drawing") @_cdecl("doodle_add_drawing")
public func addDrawing(
  _ address: HandleAddress, _ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ bytes: UnsafePointer<UInt8>?,
  _ count: Int
) -> Int32 {
  let path = unsafe String(decoding: copy(path, pathCount), as: UTF8.self)
  let bytes = unsafe copy(bytes, count)
  return unsafe attempt(address) { handle throws(HostError) in
    handle.respond(try handle.drawing.addDrawing(path, bytes))
  }
}

@_expose(wasm, "doodle_touch") @_cdecl("doodle_touch")
public func touch(
  _ address: HandleAddress, _ phase: Int32, _ id: Int32, _ pointer: Int32, _ predicted: Int32, _ index: Int32,
  _ x: Double, _ y: Double, _ pressure: Double, _ time: Double, _ altitude: Double, _ azimuth: Double
) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in
    let phases = TouchEvent.Phase.allCases
    let pointers = TouchEvent.Pointer.allCases
    func value(_ number: Double) -> Double? { number.isNaN ? nil : number }
    guard phases.indices.contains(Int(phase)) else { throw HostError(message: "no such phase") }
    guard x.magnitude <= LogLimits.coordinate, y.magnitude <= LogLimits.coordinate else {
      throw HostError(message: "a coordinate is not between -1e7 and 1e7")
    }
    guard ![pressure, time, altitude, azimuth].contains(where: { $0.isInfinite }), !(pressure < 0) else {
      throw HostError(message: "a pressure, time or angle is infinite, or a pressure is less than 0")
    }
    try handle.drawing.apply(
      TouchEvent(
        phase: phases[Int(phase)], touch: .number(LogInteger(id)), point: Point(x, y), pressure: value(pressure),
        time: value(time), altitude: value(altitude), azimuth: value(azimuth),
        pointer: pointers.indices.contains(Int(pointer)) ? pointers[Int(pointer)] : nil, predicted: predicted != 0,
        index: index < 0 ? nil : LogInteger(index)))
  }
}

// MARK: Pixels

@_expose(wasm, "doodle_update") @_cdecl("doodle_update")
public func update(_ address: HandleAddress) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in
    handle.area = try handle.drawing.update()
  }
}

@_expose(wasm, "doodle_view") @_cdecl("doodle_view")
public func view(
  _ address: HandleAddress, _ x: Double, _ y: Double, _ width: Int32, _ height: Int32, _ scale: Double
) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in
    try handle.drawing.show(
      scale.isNaN ? nil : HostView(origin: Point(x, y), width: Int(width), height: Int(height), scale: scale))
  }
}

@_expose(wasm, "doodle_area") @_cdecl("doodle_area")
public func area(_ address: HandleAddress, _ side: Int32) -> Int32 {
  let area = unsafe handle(address).area
  let sides = [area.minX, area.minY, area.width, area.height]
  return sides.indices.contains(Int(side)) ? Int32(sides[Int(side)]) : -1
}

@_expose(wasm, "doodle_width") @_cdecl("doodle_width")
public func width(_ address: HandleAddress) -> Int32 { Int32(unsafe handle(address).drawing.width) }

@_expose(wasm, "doodle_height") @_cdecl("doodle_height")
public func height(_ address: HandleAddress) -> Int32 { Int32(unsafe handle(address).drawing.height) }

@_expose(wasm, "doodle_pixels") @_cdecl("doodle_pixels")
public func pixels(_ address: HandleAddress) -> UnsafePointer<UInt32>? {
  let pixels = unsafe handle(address).drawing.pixels
  return unsafe pixels.withUnsafeBufferPointer { $0.baseAddress }
}

// MARK: The finished drawing

@_expose(wasm, "doodle_hash") @_cdecl("doodle_hash")
public func hash(_ address: HandleAddress) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in handle.respond(Array(try handle.drawing.hash().utf8)) }
}

@_expose(wasm, "doodle_picture") @_cdecl("doodle_picture")
public func picture(_ address: HandleAddress) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in
    let picture = try handle.drawing.finishedPicture()
    var words = [UInt32(truncatingIfNeeded: picture.width), UInt32(truncatingIfNeeded: picture.height)]
    var rows: [UInt32] = []
    picture.copyRows(0..<picture.height, into: &rows)
    words += rows
    handle.respond(bytes(of: words))
  }
}

@_expose(wasm, "doodle_png") @_cdecl("doodle_png")
public func png(_ address: HandleAddress, _ hasMetadata: Int32, _ dpi: Double) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in
    handle.respond(try handle.drawing.png(hasMetadata: hasMetadata != 0, dpi: dpi == 0 ? nil : dpi))
  }
}

@_expose(wasm, "doodle_svg") @_cdecl("doodle_svg")
public func svg(_ address: HandleAddress) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in handle.respond(try handle.drawing.svg()) }
}

@_expose(wasm, "doodle_svg_film") @_cdecl("doodle_svg_film")
public func svgFilm(_ address: HandleAddress, _ speed: Double, _ idleLimit: Double, _ plays: Int32) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in
    handle.respond(
      try handle.drawing.svgFilm(speed: speed, idleLimit: idleLimit.isNaN ? nil : idleLimit, plays: Int(plays)))
  }
}

@_expose(wasm, "doodle_log") @_cdecl("doodle_log")
public func log(_ address: HandleAddress, _ start: Int) {
  let handle = unsafe handle(address)
  let log = handle.drawing.log
  handle.respond(log.bytes(from: min(max(0, start), log.count)))
}

@_expose(wasm, "doodle_result") @_cdecl("doodle_result")
public func result(_ address: HandleAddress) -> UnsafePointer<UInt8>? {
  unsafe handle(address).result.withUnsafeBufferPointer { $0.baseAddress }
}

@_expose(wasm, "doodle_result_count") @_cdecl("doodle_result_count")
public func resultCount(_ address: HandleAddress) -> Int { unsafe handle(address).result.count - 1 }
