/// What a marker says (ITU-T T.81, table B.1).
enum JPEGMarker: Hashable, Sendable {
  /// SOF0, SOF1: a frame of sequential scans with Huffman codes.
  case sequentialFrame
  /// SOF2: a frame of progressive scans with Huffman codes.
  case progressiveFrame
  /// A frame, or a part of one, of a kind that is not read; its name.
  case otherFrame(String)
  case huffmanTables, quantizationTables, restartInterval
  case scan
  case end
  /// APP0 to APP15.
  case application(Int)
  /// A segment without meaning for the pixels, such as a comment.
  case other
  /// RST0 to RST7.
  case restart(Int)
  /// A marker without a segment, other than the restart markers.
  case lone
  /// A marker that is reserved, or whose place is only at the start.
  case invalid

  /// - Parameter code: The second byte of the marker.
  init(code: UInt8) {
    self =
      switch code {
      case 0x01: .lone
      case 0xC0, 0xC1: .sequentialFrame
      case 0xC2: .progressiveFrame
      case 0xC3, 0xC7: .otherFrame("lossless coding")
      case 0xC4: .huffmanTables
      case 0xC5, 0xC6, 0xDE: .otherFrame("hierarchical coding")
      case 0xC9...0xCB, 0xCD...0xCF: .otherFrame("arithmetic coding")
      case 0xD0...0xD7: .restart(Int(code) - 0xD0)
      case 0xD9: .end
      case 0xDA: .scan
      case 0xDB: .quantizationTables
      case 0xDD: .restartInterval
      case 0xE0...0xEF: .application(Int(code) - 0xE0)
      case 0xC8, 0xCC, 0xDC, 0xDF, 0xF0...0xFE: .other
      default: .invalid
      }
  }
}
