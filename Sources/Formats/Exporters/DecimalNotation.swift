import Geometry

extension [UInt8] {
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a number in decimal notation, without an exponent and without zeros at the end.
  ///
  /// - Parameter places: The most decimal places, up to 9. Larger numbers than 9·10¹⁸ units of the last place become that.
  mutating func append(_ number: Double, places: Int = 6) {
    var scale: UInt64 = 1
    for _ in 0..<places { scale *= 10 }
    let magnitude = Swift.min(number.magnitude, 9e18 / Double(scale))
    let scaled = magnitude.isNaN ? 0 : UInt64(saturating: (magnitude * Double(scale)).rounded())
    if number < 0, scaled > 0 { append(UInt8(ascii: "-")) }
    append(scaled / scale)
    var fraction = scaled % scale
    guard fraction > 0 else { return }
    append(UInt8(ascii: "."))
    while fraction > 0 {
      scale /= 10
      append(UInt8(ascii: "0") + UInt8(fraction / scale))
      fraction %= scale
    }
  }

  /// Appends a whole number.
  private mutating func append(_ number: UInt64) {
    if number >= 10 { append(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

/// The least width of a pen that is written, the unit of the last of 9 decimal places. Readers do not draw with a width
/// of 0, or draw with one of their own.
let finestWidth = 1e-9

/// A number with at most this many decimal places, for texts that take the shortest notation of a Double.
func decimal(_ number: Double, places: Int = 6) -> Double {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = (number * scale).rounded()
  return scaled.magnitude < 9e15 ? scaled / scale : number
}

/// A time in whole milliseconds.
func wholeMilliseconds(_ seconds: Double) -> Int {
  seconds.isNaN ? 0 : Int(saturating: Swift.max(-9e15, Swift.min(9e15, (seconds * 1000).rounded())))
}
