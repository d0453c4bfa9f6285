#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The absolute path of a file, without ".", ".." and symbolic links; nil if the file does not exist.
package func resolvedPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(path.isEmpty ? "." : path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}
