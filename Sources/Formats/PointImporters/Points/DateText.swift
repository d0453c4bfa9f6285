import ImportCore
import JSON

/// Dates and times of day of ISO 8601.
enum DateText {
  /// The seconds from 1970, or from midnight, of a text such as "2026-03-01T10:15:00.016Z" or "10:15:00.016".
  static func seconds(_ text: [UInt8]) -> (whole: Int, fraction: Double)? {
    var offset = 0
    func number(_ digits: Int, before mark: UInt8?) -> Int? {
      guard offset + digits <= text.count, text[offset..<offset + digits].allSatisfy(ASCII.isDigit) else { return nil }
      let value = text[offset..<offset + digits].reduce(0) { 10 * $0 + Int($1 - 0x30) }
      offset += digits
      guard let mark else { return value }
      guard offset < text.count, text[offset] == mark else { return nil }
      offset += 1
      return value
    }
    var days = 0
    if text.count > 4, text[4] == ASCII.minus {
      guard let year = number(4, before: ASCII.minus), let month = number(2, before: ASCII.minus),
        let day = number(2, before: nil), offset < text.count,
        text[offset] | 0x20 == 0x74 || text[offset] == ASCII.space
      else { return nil }
      offset += 1
      // Years begin in March, so that the leap day is their last (Hinnant, chrono-compatible date algorithms).
      let shifted = month < 3 ? year - 1 : year
      days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day
      days -= 719_469
    }
    guard let hours = number(2, before: ASCII.colon), let minutes = number(2, before: ASCII.colon),
      let seconds = DecimalText.scan(text.span, &offset)
    else { return nil }
    var zone = 0
    if offset < text.count, let sign = [0x2B: -1, 0x2D: 1][text[offset]] {
      offset += 1
      guard let zoneHours = number(2, before: nil) else { return nil }
      if offset < text.count, text[offset] == ASCII.colon { offset += 1 }
      zone = sign * (60 * zoneHours + (number(2, before: nil) ?? 0))
    } else if offset < text.count, text[offset] | 0x20 == 0x7A {
      offset += 1
    }
    guard offset == text.count else { return nil }
    return (86_400 * days + 3600 * hours + 60 * (minutes + zone), seconds)
  }
}
