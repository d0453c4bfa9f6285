extension FixedWidthInteger {
  /// The whole part of a number: the least or the largest value of this type, or of `Int64`, for a number beyond it, and
  /// 0 for NaN.
  ///
  /// All conversions of floating-point numbers to integers in this package are made here, because those of the standard
  /// library end the process for a number beyond the type.
  @inlinable @inline(__always) package init(saturating number: Double) {
    let whole: Int64 = number.magnitude < 0x1p63 ? Int64(number) : number > 0 ? .max : number < 0 ? .min : 0
    self.init(clamping: whole)
  }
}
