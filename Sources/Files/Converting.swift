/// Runs `body`, and throws its errors as errors of another type.
///
///     try converting(SessionError.file) { () throws(FileError) in try InputFile(path: path) }
@inlinable
package func converting<Result: ~Copyable, From: Error, To: Error>(
  _ convert: (From) -> To, _ body: () throws(From) -> Result
) throws(To) -> Result {
  do throws(From) {
    return try body()
  } catch {
    throw convert(error)
  }
}
