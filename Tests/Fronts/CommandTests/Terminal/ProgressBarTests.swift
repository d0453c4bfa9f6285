import Testing

@testable import doodle

@Suite struct ProgressBarTests {
  /// A bar with a manual clock, which writes to a list.
  final class Bench {
    var instant: Int64 = 0
    var written: [String] = []
    lazy var bar = ProgressBar(now: { self.instant }, write: { self.written.append($0) })

    func pass(_ milliseconds: Int, fraction: Double) {
      instant += Int64(milliseconds) * 1_000_000
      bar.update(fraction: fraction)
    }
  }

  @Test func `work of less than a second shows no bar`() {
    let bench = Bench()
    bench.pass(0, fraction: 0)
    bench.pass(999, fraction: 0.9)
    bench.bar.finish()
    #expect(bench.written.isEmpty)
  }

  @Test func `the bar appears after a second and erases itself at the end`() {
    let bench = Bench()
    bench.pass(0, fraction: 0)
    bench.pass(1000, fraction: 0.5)
    bench.bar.finish()
    bench.bar.finish()
    let bar = String(repeating: "#", count: 15) + String(repeating: "-", count: 15)
    #expect(bench.written == ["\r[\(bar)]  50 %\u{1B}[K", "\r\u{1B}[K"])
  }

  @Test func `the bar is redrawn at most ten times per second, even if it was erased for a message`() {
    let bench = Bench()
    bench.pass(0, fraction: 0)
    for tick in 1...3000 {
      bench.pass(1, fraction: Double(tick) / 3000)
      if tick % 250 == 0 { bench.bar.finish() }
    }
    let bars = bench.written.count { $0.contains("%") }
    #expect(bars == 21, "at 1.0 s, 1.1 s, … 3.0 s")
  }

  @Test(arguments: [-1, 0, 0.999, 1, 2, Double.nan, .infinity])
  func `the bar has the same width for every fraction`(fraction: Double) {
    let bench = Bench()
    bench.pass(0, fraction: 0)
    bench.pass(2000, fraction: fraction)
    #expect(bench.written.map(\.count) == ["\r[] 100 %\u{1B}[K".count + ProgressBar.width])
  }

  @Test func `there is a bar only on a terminal without --quiet`() {
    func bar(_ terminals: Surroundings.Streams, _ line: String = "render", term: String = "xterm") -> Bool {
      let surroundings = Surroundings(terminals: terminals, variable: { $0 == "TERM" ? term : nil })
      let messages = Messages(for: typed(line), in: surroundings)
      return ProgressBar(in: Console(surroundings: surroundings, messages: messages)) != nil
    }
    #expect(bar([.error]))
    #expect(!bar([.input, .output]))
    #expect(!bar([.error], "render -q"))
    #expect(!bar([.error], term: "dumb"))
  }
}
