import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// All system calls of this module on files and directories.
///
/// Each is repeated when a signal interrupts it. A call that fails returns -1, or nil, and sets `errno`. With the
/// compile condition `FAULTS`, any of them can be made to fail.
enum System {
  /// The flag of `openFile` for a new file without a name in a directory, O_TMPFILE. Not all file systems have such files.
  static let unnamedFile = 0o20000000 | O_DIRECTORY

  /// The flag of `openFile` for a descriptor that only identifies a file, O_PATH. Needs no permission to read.
  static let pathOnly: Int32 = 0o10000000

  // MARK: Open files

  /// A new file gets the permissions `mode` minus the umask. Other programs that are started do not get the descriptor.
  /// - Parameter folder: The directory that a relative path starts from.
  static func openFile(_ path: String, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t) -> Int32 {
    call("open") { unsafe openat(folder, path, flags | O_CLOEXEC, mode) }
  }

  /// Opens a file that lies below a directory, following links. Fails with EXDEV if the path leads out of it, or
  /// through an absolute path.
  static func openFile(_ path: String, beneath folder: Int32, _ flags: Int32) -> Int32 {
    call("openat2") { unsafe open_beneath(folder, path, flags | O_CLOEXEC) }
  }

  /// A copy of a descriptor, with a number that no standard stream has.
  static func duplicateAboveStandard(_ number: Int32) -> Int32 {
    call("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }

  /// Linux closes the file whatever it reports, and interruption is no failure.
  static func closeFile(_ number: Int32) -> Int32 {
    let isRefused = call("close") { 0 } < 0
    let code = errno
    if close(number) < 0 { return errno == EINTR && !isRefused ? 0 : -1 }
    errno = code
    return isRefused ? -1 : 0
  }

  static func readBytes(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    transfer("read", count) { count in unsafe read(number, bytes, count) }
  }

  static func writeBytes(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    transfer("write", count) { count in unsafe write(number, bytes, count) }
  }

  static func moveOffset(_ number: Int32, to offset: Int) -> Int {
    call("lseek") { Int(lseek(number, off_t(offset), SEEK_SET)) }
  }

  /// Waits until a file is ready for `event`, at most for `milliseconds`; forever if that is negative.
  static func waitUntilReady(_ number: Int32, _ event: Int32, milliseconds: Int32 = -1) -> Int32 {
    var entry = pollfd(fd: number, events: Int16(event), revents: 0)
    return call("poll") { unsafe poll(&entry, 1, milliseconds) }
  }

  /// - Parameter isWaiting: Whether to wait while another process has the lock. Otherwise the call fails.
  static func lockFile(_ number: Int32, isWaiting: Bool) -> Int32 {
    call("flock") { flock(number, isWaiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
  }

  /// Whether a file is on a file system that no other machine uses, so that all its users see each other's locks.
  static func isOnThisMachine(_ number: Int32) -> Bool {
    // ext, XFS, Btrfs, tmpfs, F2FS, overlayfs and ZFS.
    [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x794C_7630, 0x2FC1_2FC1]
      .contains(call("fstatfs") { file_system_kind(number) })
  }

  static func changePermissions(_ number: Int32, to mode: mode_t) -> Int32 {
    call("fchmod") { fchmod(number, mode) }
  }

  // MARK: Paths

  static func status(_ number: Int32, into record: inout stat) -> Int32 {
    call("fstat") { unsafe fstat(number, &record) }
  }

  static func status(_ path: String, followingLinks: Bool, into record: inout stat) -> Int32 {
    call(followingLinks ? "stat" : "lstat") { unsafe followingLinks ? stat(path, &record) : lstat(path, &record) }
  }

  static func checkAccess(_ path: String, _ mode: Int32) -> Int32 {
    call("access") { unsafe access(path, mode) }
  }

  /// - Parameter folder: The directory that a relative path starts from.
  static func readLink(
    _ path: String, in folder: Int32, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> Int {
    call("readlink") { unsafe readlinkat(folder, path, bytes, count) }
  }

  static func renameFile(_ old: String, to new: String) -> Int32 {
    call("rename") { unsafe rename(old, new) }
  }

  /// Fails if `new` exists, or if the file system has no such call.
  static func renameFileUnlessExisting(_ old: String, to new: String) -> Int32 {
    call("renameat2") { unsafe rename_unless_existing(old, new) }
  }

  /// Gives a file another name, which no file must have. If `old` is a symbolic link, its target gets the name.
  static func link(_ old: String, to new: String) -> Int32 {
    call("linkat") { unsafe linkat(AT_FDCWD, old, AT_FDCWD, new, AT_SYMLINK_FOLLOW) }
  }

  static func unlinkFile(_ path: UnsafePointer<CChar>) -> Int32 {
    call("unlink") { unsafe unlink(path) }
  }

  static func makeDirectory(_ path: String) -> Int32 {
    call("mkdir") { unsafe mkdir(path, 0o777) }
  }

  /// The caller frees the result.
  static func currentPath() -> UnsafeMutablePointer<CChar>? {
    unsafe object("getcwd") { unsafe getcwd(nil, 0) }
  }

  // MARK: Directories

  static func openDirectory(_ path: String) -> OpaquePointer? {
    unsafe object("opendir") { unsafe opendir(path) }
  }

  /// The next entry; nil at the end, with `errno` 0, and after a failure.
  static func nextEntry(_ stream: OpaquePointer) -> UnsafeMutablePointer<dirent>? {
    unsafe object("readdir") {
      errno = 0
      return unsafe readdir(stream)
    }
  }

  static func closeDirectory(_ stream: OpaquePointer) {
    _ = call("closedir") { unsafe closedir(stream) }
  }

  // MARK: Failing

  /// Makes a call, again if a signal interrupts it.
  @inline(__always)
  static func call<Result: FixedWidthInteger>(_ name: StaticString, _ body: () -> Result) -> Result {
    while true {
      let result: Result = isFaulty(name) ? -1 : body()
      guard result < 0, errno == EINTR else { return result }
    }
  }

  /// Makes a call whose result is nil when it fails, again if a signal interrupts it.
  @inline(__always)
  static func object<Result>(_ name: StaticString, _ body: () -> Result?) -> Result? {
    while true {
      if !isFaulty(name), let result = body() { return result }
      guard errno == EINTR else { return nil }
    }
  }

  /// Makes a call that may transfer fewer bytes than `count`.
  @inline(__always)
  private static func transfer(_ name: StaticString, _ count: Int, _ body: (Int) -> Int) -> Int {
    #if FAULTS
      let count = InjectedFault.isShort(next: name) ? min(1, count) : count
    #endif
    return call(name) { body(count) }
  }

  /// Whether this call must fail without being made. `errno` then says why.
  @inline(__always)
  private static func isFaulty(_ name: StaticString) -> Bool {
    #if FAULTS
      return InjectedFault.strikes(name)
    #else
      return false
    #endif
  }
}
