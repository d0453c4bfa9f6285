internal import CLanes

/// Both lanes at once: see CLanes. Results are those of the operators of the library.
extension SIMD2<Double> {
  @inline(always) static func + (a: Self, b: Self) -> Self { lanes_add(a, b) }
  @inline(always) static func - (a: Self, b: Self) -> Self { lanes_subtract(a, b) }
  @inline(always) static func * (a: Self, b: Self) -> Self { lanes_multiply(a, b) }
  @inline(always) static func / (a: Self, b: Self) -> Self { lanes_divide(a, b) }
  @inline(always) static func * (a: Self, b: Double) -> Self { a * Self(b, b) }
  @inline(always) static func * (a: Double, b: Self) -> Self { Self(a, a) * b }
  @inline(always) static func / (a: Self, b: Double) -> Self { a / Self(b, b) }
  /// The larger numbers; `b` where one is NaN.
  @inline(always) static func larger(_ a: Self, _ b: Self) -> Self { lanes_larger(a, b) }
  @inline(always) static prefix func - (a: Self) -> Self { lanes_negate(a) }
  @inline(always) static func += (a: inout Self, b: Self) { a = a + b }
  @inline(always) static func -= (a: inout Self, b: Self) { a = a - b }
  @inline(always) static func *= (a: inout Self, b: Double) { a = a * b }
}
