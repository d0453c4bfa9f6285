/// The samples of a component.
struct SamplePlane: Sendable {
  /// The rows from the top, `stride` samples each.
  var samples: [UInt8]
  let stride: Int
  /// The samples that belong to the picture.
  let width: Int
  let height: Int
}

/// Gives the samples of a component for each pixel of a row.
///
/// A component with half as many columns or rows is interpolated with the weights 3/4 and 1/4 of the two nearest
/// samples, both ways if both are half. Other factors, and halved columns of which there are at most two, are
/// replicated. The rounding is that of libjpeg-turbo, which alternates between neighbors.
struct SampleRows: Sendable {
  private let plane: SamplePlane
  /// How many columns and rows of the picture lie on a sample.
  private let columns: Int
  private let rows: Int

  init(_ plane: SamplePlane, columns: Int, rows: Int) {
    (self.plane, self.columns, self.rows) = (plane, columns, rows)
  }

  /// The number of samples of a row; at least as many as the picture has columns.
  var count: Int { plane.width * columns }

  /// Reads the samples of a row.
  ///
  /// - Parameters:
  ///   - y: A row of the picture.
  ///   - row: `count` samples.
  func read(_ y: Int, into row: inout MutableSpan<UInt8>) {
    let near = plane.samples.span.extracting(range(ofRow: y / rows))
    // The second nearest row, if two rows of the picture lie on one of samples; at the edges, the nearest one again.
    let other = min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), plane.height - 1)
    switch (columns, rows) {
    case (1, 1):
      for index in near.indices { row[index] = near[index] }
    case (2, 1) where plane.width > 2:
      Self.interpolate(near, into: &row)
    case (1, 2):
      let far = plane.samples.span.extracting(range(ofRow: other))
      let bias: Int32 = y % 2 == 0 ? 1 : 2
      for index in near.indices { row[index] = UInt8((3 * Int32(near[index]) + Int32(far[index]) + bias) >> 2) }
    case (2, 2) where plane.width > 2:
      Self.interpolate(near, plane.samples.span.extracting(range(ofRow: other)), into: &row)
    default:
      for index in near.indices {
        for column in index * columns..<(index + 1) * columns { row[column] = near[index] }
      }
    }
  }

  private func range(ofRow y: Int) -> Range<Int> {
    y * plane.stride..<y * plane.stride + plane.width
  }

  /// Interpolates between columns.
  private static func interpolate(_ samples: Span<UInt8>, into row: inout MutableSpan<UInt8>) {
    let last = samples.count - 1
    row[0] = samples[0]
    row[1] = UInt8(truncatingIfNeeded: (3 * Int32(samples[0]) + Int32(samples[1]) + 2) >> 2)
    for index in 1..<last {
      let sample = 3 * Int32(samples[index])
      row[2 * index] = UInt8(truncatingIfNeeded: (sample + Int32(samples[index - 1]) + 1) >> 2)
      row[2 * index + 1] = UInt8(truncatingIfNeeded: (sample + Int32(samples[index + 1]) + 2) >> 2)
    }
    row[2 * last] = UInt8(truncatingIfNeeded: (3 * Int32(samples[last]) + Int32(samples[last - 1]) + 1) >> 2)
    row[2 * last + 1] = samples[last]
  }

  /// Interpolates between rows and columns.
  private static func interpolate(_ near: Span<UInt8>, _ far: Span<UInt8>, into row: inout MutableSpan<UInt8>) {
    let last = near.count - 1
    var sum = 3 * Int32(near[0]) + Int32(far[0])
    var before = sum
    for index in 0..<last {
      let after = 3 * Int32(near[index + 1]) + Int32(far[index + 1])
      row[2 * index] = UInt8(truncatingIfNeeded: (3 * sum + before + 8) >> 4)
      row[2 * index + 1] = UInt8(truncatingIfNeeded: (3 * sum + after + 7) >> 4)
      (before, sum) = (sum, after)
    }
    row[2 * last] = UInt8(truncatingIfNeeded: (3 * sum + before + 8) >> 4)
    row[2 * last + 1] = UInt8(truncatingIfNeeded: (4 * sum + 7) >> 4)
  }
}
