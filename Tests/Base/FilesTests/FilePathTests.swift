import Files
import Testing

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a.png", "png"), ("a.PNG", "png"), ("a.b.svg", "svg"), ("a", ""), ("d.png/a", ""), (".png", ""), ("a.", ""),
    ("-", ""), ("d/a.png/", "png"), ("é.Ü", "ü"),
  ])
  func `the extension is the part of the name after its last dot`(path: String, found: String) {
    #expect(FilePath.fileExtension(of: path) == found)
  }

  @Test(arguments: [
    ("a.jsonl", "a"), ("d.x/a.jsonl", "a"), ("a.jsonl.gz", "a"), ("a.gz", "a"), (".gz", ".gz"), ("a.b.c", "a.b"),
    (".hidden", ".hidden"), ("a", "a"), ("é.jsonl", "é"), ("-", "stdin"), ("d/-", "-"), ("", ""), ("/", ""),
  ])
  func `the stem is the name without .gz and its last extension`(path: String, stem: String) {
    #expect(FilePath.stem(of: path) == stem)
  }

  @Test(arguments: [
    ("a", "a"), ("d/a", "a"), ("d/a/", "a"), ("a//", "a"), ("/a", "a"), ("", ""), ("/", ""), ("///", ""), ("é/ü", "ü"),
  ])
  func `slashes after the last component do not count`(path: String, component: String) {
    #expect(FilePath.lastComponent(of: path) == component)
  }

  @Test(arguments: [
    ("a/./b//c/", "a/b/c"), ("./a", "a"), ("//a", "/a"), ("/", "/"), ("/./", "/"), (".", ""), ("", ""), ("..", ".."),
    ("a/../b", "a/../b"), (".a/..b", ".a/..b"), ("é/./ü", "é/ü"),
  ])
  func `a simple path has no empty components and no single dots`(path: String, simple: String) {
    #expect(FilePath.simplified(path) == simple)
    #expect(FilePath.simplified(simple) == simple)
  }
}
