#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The bytes from `descriptor` up to its end.
func bytes(from descriptor: Int32) -> [UInt8] {
  var result: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = read(descriptor, &chunk, chunk.count), count > 0 { result += chunk[..<count] }
  return result
}

func bytes(ofFile path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { throw ChildProcess.Failure(description: "\(path) cannot be read") }
  defer { close(descriptor) }
  return bytes(from: descriptor)
}

func text(ofFile path: String) throws -> String {
  String(decoding: try bytes(ofFile: path), as: UTF8.self)
}

/// A file that is written piece by piece, for workloads that are too large to build in memory.
final class TextFile {
  private let file: UnsafeMutablePointer<FILE>

  init(path: String) throws {
    guard let file = fopen(path, "w") else { throw ChildProcess.Failure(description: "\(path) cannot be written") }
    self.file = file
  }

  deinit { fclose(file) }

  func write(_ text: String) {
    var text = text
    _ = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) }
  }
}
