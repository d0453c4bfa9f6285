import TouchLog

extension RemarkablePage {
  /// Reads the layout of versions 3 and 5: layers of strokes of points, each with their number before them.
  ///
  /// Strokes before damage are kept.
  ///
  /// - Parameters:
  ///   - bytes: The file's.
  ///   - start: The offset after the header.
  ///   - version: Strokes of version 5 have one more value, of unknown meaning.
  init(_ bytes: [UInt8], from start: Int, version: Int, report: inout ImportReport) throws(Fault) {
    var cursor = RemarkableCursor(bytes, start..<bytes.count)
    do throws(Fault) {
      for _ in 0..<(try cursor.uint32()) {
        for _ in 0..<(try cursor.uint32()) {
          let pen = try cursor.uint32()
          let color = try cursor.uint32()
          _ = try cursor.skip(version == 3 ? 8 : 12, "a stroke's thickness")
          let count = UInt64(try cursor.uint32())
          // The complete points of a file that is cut off are kept.
          let complete = min(count, UInt64(cursor.remaining / RemarkablePoint.Layout.floats.size))
          let points = try cursor.skip(Int(complete) * RemarkablePoint.Layout.floats.size, "points")
          let stroke = RemarkableStroke(pen: pen, color: color, points: points, layout: .floats)
          strokes.append(Placed(stroke: stroke, x: 0, y: 0))
          if complete < count { throw Fault(.cutOff(expected: "\(count) points"), at: cursor.end) }
        }
      }
    } catch {
      if strokes.allSatisfy({ $0.stroke.points.isEmpty }) { throw error }
      report.omit("ends of a file that is cut off", .damage)
      return
    }
    if cursor.remaining > 0 { report.omit("bytes after the strokes", count: cursor.remaining, .damage) }
  }
}
