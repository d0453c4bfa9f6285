import DataSets
import Ink
import TestSupport
import Testing

struct ChannelTests {
  /// Two horizontal lines with times in milliseconds: 1 s, a pause of 0.5 s, 1 s.
  private let raw = #"{"drawing":[[[4,36],[10,10],[0,1000]],[[4,36],[30,30],[1500,2500]]]}"#

  private func form(_ channels: [Channel]) -> PictureForm {
    var form = PictureForm()
    (form.width, form.height, form.fit, form.lineWidth) = (40, 40, .none, .uniform(.pixels(4)))
    form.channels = channels
    return form
  }

  /// The values in the middle of the two lines.
  private func middles(_ record: Record, _ channel: Channel, _ form: (inout PictureForm) -> Void = { _ in }) throws
    -> [UInt8]
  {
    var own = self.form([channel])
    form(&own)
    let pixels = try samples(of: record, own)
    return [pixels[10 * 40 + 20], pixels[30 * 40 + 20]]
  }

  /// 32 pixels a second are 0.8 sides of the picture, of four: 51 of 255.
  @Test(arguments: [
    (Channel.ink, [255, 255]), (.order, [255, 242]), (.time, [135, 255]), (.pause, [0, 128]), (.speed, [51, 51]),
    (.pressure, [0, 0]),
  ])
  func `a channel shows its value`(channel: Channel, values: [UInt8]) throws {
    #expect(try middles(Record(line: raw), channel) == values)
  }

  @Test func `order stops at 125`() throws {
    let strokes = (0..<14).map { "[[4,36],[\($0 * 3),\($0 * 3)]]" }.joined(separator: ",")
    var form = form([.order])
    form.lineWidth = .uniform(.pixels(1))
    let pixels = try samples(of: Record(line: #"{"drawing":[\#(strokes)]}"#), form)
    let rows: [UInt8] = (0..<14).map { (row: Int) -> UInt8 in pixels[(row * 3) * 40 + 20] }
    // Half of each line is in the row above.
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(rows[13] == rows[10])
  }

  @Test func `time counts points where there are no times, and pause and speed are 0`() throws {
    let record = Record(line: #"{"drawing":[[[4,36],[10,10]],[[4,36],[30,30]]]}"#)
    let third: Double = 55 + 200.0 / 3
    #expect(try middles(record, .time) == [UInt8(third.rounded()), 255])
    #expect(try middles(record, .pause) == [0, 0])
    #expect(try middles(record, .speed) == [0, 0])
  }

  /// The clock of the middle line is before that of the first.
  @Test(arguments: Channel.allCases) func `a clock that runs backward gives values within their ranges`(
    channel: Channel
  )
    throws
  {
    let record = Record(
      line: #"{"drawing":[[[4,36],[10,10],[5000,5100]],[[4,36],[20,20],[0,100]],[[4,36],[30,30],[6000,6100]]]}"#)
    let pixels = try samples(of: record, form([channel]))
    #expect(pixels.count == 40 * 40)
    guard channel == .time else { return }
    let middles: [UInt8] = [10, 20, 30].map { row in pixels[row * 40 + 20] }
    #expect(middles == [73, 55, 255])
  }

  @Test func `pressure is that of the points`() throws {
    let text = #"""
      {"phase":"began","x":4,"y":10,"t":0,"pressure":0.4}
      {"phase":"ended","x":36,"y":10,"t":1,"pressure":0.4}
      {"phase":"began","x":4,"y":30,"t":2,"pressure":0.8}
      {"phase":"ended","x":36,"y":30,"t":3,"pressure":0.8}
      """#
    #expect(try middles(Record(file: text), .pressure) { $0.pressure = ModelOptions.WidthSource.none } == [102, 204])
  }

  @Test(arguments: 0..<20) func `the channel of ink is the gray picture, and the others are not above it`(seed: Int)
    throws
  {
    var random = SeededRandom(seed: UInt64(seed))
    let record =
      seed % 2 == 0
      ? Record(line: drawingLines(1, seed: UInt64(seed))[0])
      : Record(file: log(randomStrokes(&random, side: 100), pressures: true))
    var form = PictureForm()
    (form.width, form.height) = (48, 40)
    let gray = try samples(of: record, form)
    form.channels = [.ink, .order, .time, .pause, .speed, .pressure]
    let all = try samples(of: record, form)
    for pixel in gray.indices {
      #expect(all[pixel * 6] == gray[pixel])
      for plane in 1..<6 { #expect(all[pixel * 6 + plane] <= gray[pixel]) }
    }
  }

  @Test func `channels replace colors, in their order`() throws {
    let all = try samples(of: Record(line: raw), form([.order, .ink]))
    let order = try samples(of: Record(line: raw), form([.order]))
    let ink = try samples(of: Record(line: raw), form([.ink]))
    #expect(all == zip(order, ink).flatMap { [$0, $1] })
  }
}
