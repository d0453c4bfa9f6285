#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Work that is measured once per round.
struct Benchmark {
  /// The unit of a result.
  enum Rate {
    case milliseconds
    /// Nanoseconds per item; `of` names the item, such as "an event".
    case nanoseconds(count: Int, of: String)
    /// Millions of bytes or pixels per second.
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
  /// Does the work once and returns the seconds to report.
  let run: () throws -> Double

  init(_ name: String, _ rates: [Rate], run: @escaping () throws -> Double) {
    self.name = name
    self.rates = rates
    self.run = run
  }

  /// A benchmark that reports the time of all of `work`.
  static func timed(_ name: String, _ rates: [Rate], work: @escaping () throws -> Void) -> Benchmark {
    Benchmark(name, rates) { try seconds(work) }
  }
}

/// Runs all benchmarks in turn, `count` times, so that a temporary disturbance affects all of them.
///
/// Each runs once to warm up. A benchmark of less than 10 ms is repeated within a round, and its mean is taken.
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

/// The monotonic clock, in seconds.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Keeps the optimizer from removing the computation of `value`.
@inline(never) func use<Value>(_ value: Value) {}
