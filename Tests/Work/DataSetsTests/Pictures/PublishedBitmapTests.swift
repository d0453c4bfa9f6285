import DataSets
import Foundation
import Testing

/// The published bitmaps of Quick, Draw!: `public27.ndjson` and `public27.npy` in the folder DOODLE_DATA_SETS.
struct PublishedBitmapTests {
  private static let folder = ProcessInfo.processInfo.environment["DOODLE_DATA_SETS"]

  @Test(.enabled(if: folder != nil)) func `bitmaps equal the published ones within the precision of samples`() throws {
    let folder = try #require(Self.folder)
    let lines = try String(contentsOfFile: folder + "/public27.ndjson", encoding: .utf8).split(separator: "\n")
    let published = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/public27.npy"))).suffix(27 * 784)
    var form = PictureForm()
    (form.width, form.height, form.fit, form.join) = (28, 28, .source, .straight)
    form.padding = .fraction(24.0 / 304)
    form.lineWidth = .uniform(.fraction(16.0 / 304))
    var differences: [Double] = []
    for (row, line) in lines.enumerated() {
      let own = try samples(of: Record(line: String(line)), form)
      let other = Array(published[published.startIndex + row * 784..<published.startIndex + (row + 1) * 784])
      var difference = 0
      for (a, b) in zip(own, other) { difference += abs(Int(a) - Int(b)) }
      differences.append(Double(difference) / 784)
    }
    #expect(differences.count == 27)
    let mean: Double = differences.reduce(0, +) / 27
    #expect(mean <= 0.5)
    #expect(differences.allSatisfy { $0 <= 1.5 })
  }
}
