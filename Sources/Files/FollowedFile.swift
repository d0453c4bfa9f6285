#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file that is read while others still write to it. It closes itself.
///
/// A pipe ends when its writers have gone; a file never does.
public final class FollowedFile: ByteSource {
  private let descriptor: Descriptor
  private let isRegular: Bool
  private let whenIdle: () -> Bool
  /// How much of a regular file was read, in bytes.
  private var offset = 0

  /// How often a file is looked at for more, in microseconds.
  private static let interval: UInt32 = 2000

  /// - Parameters:
  ///   - path: "-" is standard input, which stays open afterwards.
  ///   - whenIdle: Called whenever all has been read that is there, before more is waited for. Where it says false,
  ///     the file ends here.
  /// - Throws: `FileError` where the file cannot be opened or is a directory; reading, also where it is cut off.
  public init(path: String, whenIdle: @escaping () -> Bool) throws(FileError) {
    if path == "-" {
      descriptor = Descriptor(number: STDIN_FILENO, path: path)
    } else {
      descriptor = try Descriptor(opening: path, flags: O_RDONLY, path: path, operation: .open)
    }
    self.whenIdle = whenIdle
    let kind = descriptor.status()?.kind
    isRegular = kind == .regular
    if kind == .directory { throw FileError(operation: .open, path: path, code: EISDIR) }
  }

  deinit {
    if descriptor.number != STDIN_FILENO { try? descriptor.shut() }
  }

  public func read(into buffer: inout [UInt8], atMost count: Int) throws(FileError) -> Int {
    if !isRegular {
      if !hasMore, !whenIdle() { return 0 }
      return try descriptor.readOnce(into: &buffer, atMost: count)
    }
    var isIdle = false
    while true {
      let got = try descriptor.readOnce(into: &buffer, atMost: count)
      if got > 0 {
        offset += got
        return got
      }
      if let size = descriptor.status()?.size, size < offset {
        throw FileError(operation: .read, path: descriptor.path, code: FileError.wasCutOff)
      }
      if !isIdle, !whenIdle() { return 0 }
      isIdle = true
      _ = usleep(Self.interval)
    }
  }

  /// Whether a read would not wait.
  private var hasMore: Bool {
    var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) != 0
  }
}
