import Archive

/// An .npz as sketch-rnn reads it: for each split an array of drawings. It is held in memory until it is complete.
final class SketchArchive {
  private var arrays: [(name: String, count: Int, bytes: [UInt8])]
  /// In bytes.
  private(set) var size = 0

  /// - Parameter splits: The names of the arrays; those without drawings are empty.
  init(_ splits: Splits) {
    let empty = NPY.header(shape: [0], type: "|O") + SketchPickle.head(count: 0)
    arrays = (splits.splits.isEmpty ? [""] : splits.splits.map(\.name)).map { ($0, 0, empty) }
  }

  /// Appends a drawing, as an element of a pickle.
  func append(_ element: [UInt8], to split: String) {
    guard let index = arrays.firstIndex(where: { $0.name == split }) else { return }
    arrays[index].bytes += element
    arrays[index].count += 1
    size += element.count
  }

  /// The bytes of the file.
  consuming func finish() -> [UInt8] {
    var archive = ZipWriter()
    for index in arrays.indices {
      let (name, count, _) = arrays[index]
      let head = NPY.header(shape: [count], type: "|O") + SketchPickle.head(count: count)
      arrays[index].bytes.replaceSubrange(..<head.count, with: head)
      arrays[index].bytes += SketchPickle.end
      archive.append("\(name.isEmpty ? "train" : name).npy", arrays[index].bytes)
      arrays[index].bytes = []
    }
    return archive.finish()
  }
}
