#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The terminal that a person sits at.
public enum Terminal {
  /// The next key that is pressed, as its first byte, without waiting for Return and without showing it; nil at the
  /// end of the input. Control-C is the byte 3.
  /// - Parameter question: Written to standard output when keys are heard already.
  public static func readKey(after question: String) throws(FileError) -> UInt8? {
    var before = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    defer { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    try Descriptor(number: STDOUT_FILENO, path: "-").writeAll(Array(question.utf8).span)
    var bytes: [UInt8] = []
    let got = try? Descriptor(number: STDIN_FILENO, path: "-").readOnce(into: &bytes, atMost: 1)
    return got == nil ? nil : bytes.first
  }
}
