/// A word, quoted for a shell if necessary.
package func shellWord(_ text: String) -> String {
  let isPlain =
    !text.isEmpty
    && text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "_-./@%+=:,".utf8.contains(byte)
    }
  return isPlain ? text : "'" + text.exchanging("'", for: "'\\''") + "'"
}
