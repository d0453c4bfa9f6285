import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Prepares the heap for a process that allocates tens of megabytes. Must be called before other threads start.
/// - Parameter isSmall: Whether it grows in small steps, so that only memory in use counts toward a limit.
package func prepareHeap(isSmall: Bool) { heap_prepare(isSmall) }

/// Gives each of `count` threads a heap of its own, for work that allocates small blocks all the time: with one heap,
/// threads would wait for each other. Must be called before other threads start.
package func divideHeap(among threads: Int) { heap_divide(Int32(clamping: threads)) }

/// The memory that a process may use.
package enum ProcessMemory {
  /// The bytes that the system lets this process have: the least of its resource limits, the limits of its control
  /// groups, and the memory that is free. `Int.max` if the system reports none of them.
  package static func available() -> Int {
    var least = Int.max
    for resource in [RLIMIT_AS, RLIMIT_DATA] {
      var limit = rlimit()
      if unsafe getrlimit(number(of: resource), &limit) == 0, let bytes = Int(exactly: limit.rlim_cur) {
        least = min(least, bytes)
      }
    }
    return min(least, controlGroupLimit() ?? .max, free() ?? .max)
  }

  /// Makes allocations fail that would give the process more than `bytes` of data. It does not include the code.
  /// - Returns: False if the system refuses, or has set a lower limit.
  static func limit(to bytes: Int) -> Bool {
    for resource in [RLIMIT_AS, RLIMIT_DATA] {
      var limit = rlimit()
      if unsafe getrlimit(number(of: resource), &limit) == 0, limit.rlim_cur < rlim_t(bytes) { return false }
    }
    var limit = rlimit()
    guard unsafe getrlimit(number(of: RLIMIT_DATA), &limit) == 0 else { return false }
    limit.rlim_cur = rlim_t(bytes)
    return unsafe setrlimit(number(of: RLIMIT_DATA), &limit) == 0
  }

  #if canImport(Glibc)
    private static func number(of resource: __rlimit_resource) -> __rlimit_resource_t {
      __rlimit_resource_t(resource.rawValue)
    }
  #else
    private static func number(of resource: Int32) -> Int32 { resource }
  #endif

  /// The least memory limit of the process' control group and the groups around it; nil if there is none.
  private static func controlGroupLimit() -> Int? {
    let root = "/sys/fs/cgroup"
    var least: Int?
    // Each line is NUMBER:CONTROLLERS:/PATH. In version 2 there are no controllers.
    for line in text(of: "/proc/self/cgroup").split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isNew = fields[1].isEmpty
      guard isNew || fields[1].elementsEqual("memory".utf8) else { continue }
      let (folder, name) = isNew ? (root, "memory.max") : (root + "/memory", "memory.limit_in_bytes")
      var path = String(decoding: fields[2], as: UTF8.self)
      while true {
        if let bytes = number(in: text(of: "\(folder)\(path)/\(name)")[...]) { least = min(least ?? bytes, bytes) }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), path.utf8.count > 1 else { break }
        path = String(path[..<slash])
        if path.isEmpty { path = "/" }
      }
    }
    return least
  }

  /// The memory that is free or can be freed; nil if the system does not report it.
  private static func free() -> Int? {
    // Reading the file takes long, so it is skipped if there is plenty of memory.
    if sysconf(Int32(_SC_AVPHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) >= 8 << 30 { return nil }
    let name = Array("MemAvailable:".utf8)
    let lines = text(of: "/proc/meminfo").split(separator: UInt8(ascii: "\n"))
    return lines.first { $0.starts(with: name) }.flatMap { number(in: $0.dropFirst(name.count)) }.map { $0 << 10 }
  }

  /// The whole number at the beginning of a text, after spaces; nil if there is none, as in "max".
  private static func number(in text: ArraySlice<UInt8>) -> Int? {
    let digits = text.drop { $0 == UInt8(ascii: " ") }.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The first 4096 bytes of a file of the system; empty if it cannot be read. Such a file can be read in pieces.
  private static func text(of path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(FileError) {
      let file = try InputFile(path: path)
      while bytes.count < 4096, try file.read(into: &bytes, atMost: 4096 - bytes.count) > 0 {}
      return bytes
    } catch {
      return []
    }
  }
}
