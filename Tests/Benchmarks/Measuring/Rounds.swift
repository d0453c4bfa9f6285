#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Something that is measured, once a round.
struct Benchmark {
  /// In what the seconds of a round are told.
  enum Rate {
    case milliseconds
    /// Nanoseconds for each of `count` things, "an event" say.
    case nanoseconds(count: Int, of: String)
    /// Millions a second, of bytes or pixels.
    case millions(count: Int, of: String)

    func result(_ name: String, seconds: [Double]) -> Result {
      switch self {
      case .milliseconds: Result(name: name, unit: "ms", values: seconds.map { $0 * 1e3 })
      case .nanoseconds(let count, let thing):
        Result(name: name, unit: "ns \(thing)", values: seconds.map { $0 * 1e9 / Double(count) })
      case .millions(let count, let thing):
        Result(name: name, unit: "\(thing) a second", values: seconds.map { Double(count) / $0 / 1e6 })
      }
    }
  }

  let name: String
  let rates: [Rate]
  /// Does the work once, and returns the seconds that count.
  let run: () throws -> Double

  init(_ name: String, _ rates: [Rate], run: @escaping () throws -> Double) {
    self.name = name
    self.rates = rates
    self.run = run
  }

  /// All that `work` does counts.
  static func timed(_ name: String, _ rates: [Rate], work: @escaping () throws -> Void) -> Benchmark {
    Benchmark(name, rates) { try seconds(work) }
  }
}

/// Runs all benchmarks in turn, `count` times: what disturbs the machine for a while disturbs them all alike.
///
/// Each runs once beforehand. What takes less than 10 ms is repeated within a round, and the mean counts.
func measure(_ benchmarks: [Benchmark], rounds count: Int) throws -> [Result] {
  var repeats: [Int] = []
  for benchmark in benchmarks {
    let warm = try benchmark.run()
    repeats.append(max(1, min(1000, Int(0.01 / max(warm, 1e-6)))))
  }
  var times = [[Double]](repeating: [], count: benchmarks.count)
  for _ in 0..<count {
    for (index, benchmark) in benchmarks.enumerated() {
      var sum = 0.0
      for _ in 0..<repeats[index] { sum += try benchmark.run() }
      times[index].append(sum / Double(repeats[index]))
    }
  }
  return zip(benchmarks, times).flatMap { benchmark, times in
    benchmark.rates.map { $0.result(benchmark.name, seconds: times) }
  }
}

/// The seconds that `work` takes.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = now()
  try work()
  return now() - start
}

/// In seconds, by a clock that nobody sets.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Keeps the optimiser from leaving out what leads to `value`.
@inline(never) func use<Value>(_ value: Value) {}
