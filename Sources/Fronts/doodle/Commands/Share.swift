import DoodleKit

/// The part of a run's threads and memory that a job may use.
struct Share: Hashable, Sendable {
  /// The number of jobs that run at the same time.
  let jobs: Int

  /// All threads and all memory, for a job that runs alone.
  static let whole = Share(jobs: 1)

  /// The largest number of jobs at the same time, each of which may have a temporary file.
  private static let mostJobs = 64

  /// The least memory of a job beside others, in bytes: enough for most small logs.
  private static let leastMemory = 2 << 20

  private init(jobs: Int) { self.jobs = jobs }

  /// The share of each of as many jobs as may run at the same time.
  /// - Parameters:
  ///   - threads: The threads of the run.
  ///   - memory: The memory limit of the run, in bytes.
  init(ofThreads threads: Int, memory: Int) {
    jobs = max(1, min(threads, Self.mostJobs, memory / (Self.parts * Self.leastMemory)))
  }

  var isWhole: Bool { jobs == 1 }

  func threads(of threads: Int) -> Int { isWhole ? threads : 1 }

  /// Events, tiles, images and what an importer holds are each checked against the limit. All of them together must
  /// fit beside the other jobs.
  private static let parts = 4

  /// In bytes.
  func memory(of limit: Int) -> Int { isWhole ? limit : limit / (Self.parts * jobs) }
}

extension InputReading {
  /// The share of a job beside others, for a command without the option for threads.
  var share: Share { Share(ofThreads: processorCount(), memory: memoryLimit) }

  /// The settings for a job with this share.
  func sharing(_ share: Share) -> InputReading {
    if share.isWhole { return self }
    var reading = self
    reading.memoryLimit = share.memory(of: memoryLimit)
    reading.imports.memoryLimit = reading.memoryLimit
    reading.isBesideOthers = true
    return reading
  }
}

extension PictureReading {
  /// The settings for a job with this share.
  func sharing(_ share: Share) -> PictureReading {
    var reading = self
    reading.input = input.sharing(share)
    reading.threads = share.threads(of: threads)
    return reading
  }
}
