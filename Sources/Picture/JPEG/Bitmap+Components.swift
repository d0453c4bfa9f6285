import Raster

extension Bitmap {
  /// The pixels of components whose samples are complete.
  init(_ components: [DecodedComponent], of frame: FrameHeader, _ color: ColorSpace, _ orientation: Orientation) {
    let sources = zip(components, frame.components)
      .map {
        SampleRows(
          $0.plane, columns: frame.maxHorizontalSampling / $1.horizontalSampling,
          rows: frame.maxVerticalSampling / $1.verticalSampling)
      }
    let layout = orientation.layout(width: frame.width, height: frame.height)
    let size = orientation.size(width: frame.width, height: frame.height)
    var pixels = [UInt32](repeating: 0, count: frame.width * frame.height)
    var span = pixels.mutableSpan
    var rows = sources.map { [UInt8](repeating: 0, count: $0.count) }
    for y in 0..<frame.height {
      for index in rows.indices {
        var row = rows[index].mutableSpan
        sources[index].read(y, into: &row)
      }
      color.write(rows, width: frame.width, to: &span, at: layout.start + y * layout.row, step: layout.column)
    }
    self.init(width: size.width, height: size.height, pixels: pixels)
  }
}
