/// Times as differences from the first one, so that the large times of clocks keep their digits.
package struct TimeOrigin {
  private var first: Double?

  package init() {}

  package mutating func callAsFunction(_ time: Double?) -> Double? {
    guard let time, time.isFinite else { return nil }
    let origin = first ?? time
    first = origin
    return time - origin
  }
}
