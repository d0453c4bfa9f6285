import CLock
import HostEngine

// What `doodle.h` calls the limits of a drawing.

@_cdecl("doodle_limit")
public func limit(_ address: HandleAddress, _ memory: Double, _ seconds: Double, _ pixels: Double) -> Int32 {
  unsafe attempt(address) { handle throws(HostError) in
    guard memory.isNaN || memory > 0, seconds.isNaN || seconds > 0, pixels.isNaN || pixels >= 1 else {
      throw HostError(message: "a limit is more than 0, or NaN for the usual one")
    }
    var limits = HostLimits()
    func whole(_ number: Double) -> Int { number < 0x1p62 ? Int(number) : .max }
    if !memory.isNaN { limits.memory = whole(memory) }
    if !seconds.isNaN { limits.seconds = seconds }
    if !pixels.isNaN { limits.pixels = min(whole(pixels), 1 << 31) }
    limits.clock = { clock_seconds() }
    (handle.limits, handle.drawing) = (limits, HostDrawing(limits: limits))
  }
}
