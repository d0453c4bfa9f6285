/// A font file as a log names it: its path and, for a font of a collection, # and its number.
package struct FontName: Hashable, Sendable {
  package let path: String
  /// The number of the font in a collection, from 0 as fontconfig counts them.
  package let index: Int

  /// The endings of font files.
  package static let endings = [".ttf", ".otf", ".ttc", ".otc"]

  /// - Returns: Nil for a name that does not end like that of a font file.
  package init?(_ name: String) {
    var path = name
    var index = 0
    if let mark = name.lastIndex(of: "#"), name[mark...].dropFirst().utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(name[name.index(after: mark)...])
    {
      (path, index) = (String(name[..<mark]), number)
    }
    let lowercase = path.lowercased()
    guard FontName.endings.contains(where: { lowercase.hasSuffix($0) }) else { return nil }
    (self.path, self.index) = (path, index)
  }

  /// The name with its path changed.
  package func changing(path change: (String) -> String) -> String {
    change(path) + (index == 0 ? "" : "#\(index)")
  }
}
