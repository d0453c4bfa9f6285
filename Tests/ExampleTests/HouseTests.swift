import Foundation
import Testing

/// The page on the organization of the sources describes the sources.
@Suite struct HouseTests {
  private static let page = "Sources/Fronts/DoodleKit/DoodleKit.docc/TheHouse.md"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Example.root.appending(path: path), encoding: .utf8)
  }

  /// The floors of Sources, from the lowest.
  private static let floors = ["Base", "Drawing", "Picture", "Formats", "Work", "Fronts"]

  private static func modules(on floor: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Example.root.appending(path: "Sources/\(floor)").path)
  }

  /// The folder of a module, or of its tests.
  private static func folder(_ name: String, in place: String = "Sources") -> String {
    let names = floors.map { "\(place)/\($0)/\(name)" } + ["\(place)/\(name)"]
    return names.first { FileManager.default.fileExists(atPath: Example.root.appending(path: $0).path) } ?? name
  }

  private static func sources(of module: String) -> [String] { sources(inFolder: folder(module)) }

  private static func sources(inFolder folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: Example.root.appending(path: folder).path)?.compactMap { $0 as? String }
      ?? [])
      .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  private static func imports(ofFolder folder: String) throws -> Set<String> {
    var found: Set<String> = []
    for file in sources(inFolder: folder) {
      for match in try text(file).matches(
        of: /(?m)^(?:@\w+ )?(?:public |package |internal )?import (?:(?:class|func|struct) )?(\w+)(?:\.\w+)?$/)
      {
        found.insert(String(match.output.1))
      }
    }
    return found
  }

  /// The graph that the page shows: the imports of each module.
  private static func graph() throws -> [String: Set<String>] {
    var graph: [String: Set<String>] = [:]
    for match in try text(page).matches(of: /(?m)^- (?<module>\w+):(?<imports>[ \w,]*)$/) {
      let names = match.output.imports.split { !$0.isLetter }.map(String.init)
      graph[String(match.output.module)] = Set(names)
    }
    try #require(!graph.isEmpty)
    return graph
  }

  @Test func `the module graph of the page is that of Package.swift`() throws {
    let manifest = try Self.text("Package.swift")
    var declared: [String: Set<String>] = [:]
    for match in manifest.matches(of: /library\(\s*"(?<name>\w+)"(?:,\s*\[(?<dependencies>[^\]]*)\])?[^()]*\)/) {
      let names = (match.output.dependencies ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) }
      declared[String(match.output.name)] = Set(names)
    }
    declared["DoodleKit"] = nil
    try #require(declared.count > 10)
    #expect(try Self.graph() == declared)
  }

  @Test func `modules import what the graph shows, and nothing else`() throws {
    let graph = try Self.graph()
    let known = Set(graph.keys).union(graph.values.joined())
    for (module, expected) in graph {
      #expect(try Self.imports(ofFolder: Self.folder(module)).intersection(known) == expected, "\(module)")
    }
  }

  @Test func `test targets name what they import, and nothing else`() throws {
    let known = try Set(Self.graph().keys).union(["CPairs", "CRaster", "DoodleKit", "TestSupport", "doodle"])
    var count = 0
    for match in try Self.text("Package.swift").matches(of: /\btests\(\s*"(?<name>\w+)",\s*\[(?<imports>[^\]]*)\]/) {
      let declared = Set(match.output.imports.matches(of: /"([\w-]+)"/).map { String($0.output.1) })
      let found = try Self.imports(ofFolder: Self.folder(String(match.output.name), in: "Tests"))
      #expect(found.intersection(known) == declared.intersection(known), "\(match.output.name)")
      count += 1
    }
    #expect(count > 25)
  }

  @Test func `the page names the modules that have unsafe code`() throws {
    let text = try Self.text(Self.page)
    let section = try #require(text.split(separator: "## Where unsafe code is").last)
    let named = Set(section.matches(of: /\b[A-Z]\w+/).map { String($0.output) })
    for module in try Self.floors.flatMap(Self.modules) where !module.hasPrefix("C") || module == "Compare" {
      let isUnsafe = try Self.sources(of: module).contains { file in
        try Self.text(file).contains(/(?m)^[^\/'"]*\bunsafe\b/)
      }
      #expect(named.contains(module) == isUnsafe, "\(module)")
    }
  }

  @Test func `a module imports those of its floor and of the floors below`() throws {
    let graph = try Self.graph()
    var below: Set<String> = []
    for floor in Self.floors {
      let modules = try Self.modules(on: floor)
      below.formUnion(modules)
      for module in modules { #expect(graph[module, default: []].isSubset(of: below), "\(module)") }
      #expect(try Self.text(Self.page).contains("\n**\(floor)**: "), "\(floor)")
    }
    #expect(graph.values.joined().allSatisfy(below.contains))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: Example.root.appending(path: "Sources").path).sorted()
        == Self.floors.sorted())
  }

  @Test func `imports point one way`() throws {
    let graph = try Self.graph()
    var order = Set(graph.values.joined()).subtracting(graph.keys)
    var rest = graph
    while let next = rest.first(where: { $0.value.isSubset(of: order) }) {
      order.insert(next.key)
      rest[next.key] = nil
    }
    #expect(rest.isEmpty, "a cycle")
  }

  @Test func `platform modules are imported by Files alone`() throws {
    for module in try Self.graph().keys where module != "Files" {
      for file in Self.sources(of: module) {
        let text = try Self.text(file)
        for name in ["Glibc", "Musl", "Dispatch", "Foundation"] {
          #expect(!text.contains("import \(name)\n"), "\(file)")
        }
      }
    }
  }

  @Test func `system calls on files are made in one folder`() throws {
    let names = """
      open close read write lseek poll flock fchmod fstat stat lstat access readlink rename renameat2 link linkat unlink \
      mkdir realpath getcwd opendir readdir closedir fcntl tmpfile posix_spawnp waitpid kill isatty tcgetattr tcsetattr \
      ioctl pthread_create thread_start
      """.split(separator: " ")
    // A call, not a declaration, a method or a function with labels. `stat()` is the record.
    let call = try Regex(#"(?:^|[^.\w`])(?:\#(names.joined(separator: "|")))\((?![a-z]\w*:|\))"#)
    var folders: Set<String> = []
    for file in Self.sources(of: "Files") {
      let code = try Self.text(file).split(separator: "\n").filter { !$0.contains("//") && !$0.contains("func ") }
      if code.contains(where: { $0.contains(call) }) {
        folders.insert(String(file.split(separator: "/").dropLast().joined(separator: "/")))
      }
    }
    #expect(folders == ["Sources/Base/Files/System"])
  }

  @Test func `each hop of the walk is a function of its file`() throws {
    let hops = try Self.text(Self.page).matches(of: /(?m)^\d+\. `(?<file>[^`]+)`: `(?<function>\w+)`/)
    try #require(hops.count > 20)
    for hop in hops {
      let path = hop.output.file.split(separator: "/", maxSplits: 1)
      let source = try Self.text("\(Self.folder(String(path[0])))/\(path[1])")
      let name = hop.output.function
      #expect(source.contains(try Regex("func \(name)\\b")), "\(hop.output.file): \(name)")
    }
  }

  @Test func `the floor plan names every module and its folders`() throws {
    let rows = try Self.text(Self.page).matches(of: /(?m)^\| (?<module>\w+) \| [^|]* \| (?<folders>[^|]*)\|$/)
    let plan = Dictionary(
      uniqueKeysWithValues: rows.filter { $0.output.module != "module" }.map {
        (String($0.output.module), $0.output.folders.split { !$0.isLetter }.map(String.init))
      })
    let modules = try Self.floors.flatMap(Self.modules)
      .filter {
        !["CDeflate", "CHash", "CLanes", "CLibPNG", "CPNG", "CProcess", "CRaster", "CRecorder", "CZlib"].contains($0)
      }
    #expect(Set(plan.keys) == Set(modules))
    for module in modules {
      let folders = try FileManager.default.contentsOfDirectory(
        atPath: Example.root.appending(path: Self.folder(module)).path
      ).filter { !$0.contains(".") }
      #expect(Set(plan[module] ?? []) == Set(folders), "\(module)")
    }
  }

  @Test func `the library names no option of the command, and the command words what it advises instead`() throws {
    let files =
      Self.floors.dropLast().flatMap { Self.sources(inFolder: "Sources/\($0)") }
      + ["HostEngine", "Engine", "Library", "DoodleKit"].flatMap { Self.sources(of: $0) }
    var texts = ""
    for file in files {
      for line in try Self.text(file).split(separator: "\n") where line.contains("\"") && !line.contains("//") {
        // Whole commands, to run after this one.
        #expect(!line.contains(/--[a-z]/) || line.contains(/qpdf|doodle render/), "\(file): \(line)")
        texts += line + "\n"
      }
    }
    let catalog = try Self.text(Self.folder("doodle") + "/CommandLine/Advice.swift")
    let phrases = catalog.matches(of: /(?m)^ +\(?"([^"]+)",/).map { String($0.output.1) }
    #expect(phrases.count > 15)
    for phrase in phrases { #expect(texts.contains(phrase), "\(phrase)") }
  }

  @Test func `versions of the stroke model are compared nowhere but in the row of each`() throws {
    let models = Self.folder("Ink") + "/Models/"
    let rows = [models + "ModelRules.swift", Self.folder("TouchLog") + "/Style/StrokeModel.swift"]
    var named: Set<String> = []
    for file in Self.floors.flatMap({ Self.sources(inFolder: "Sources/\($0)") }) {
      if try Self.text(file).contains(/(?:case|==|!=|<|>|\?|,) *\.ink\d/) { named.insert(file) }
    }
    #expect(named == Set(rows))
  }

  @Test func `a module has at most one level of folders`() throws {
    try #require(!Self.sources(of: "DoodleKit").isEmpty)
    let folder = Example.root.appending(path: "Sources").path
    for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
      #expect(!path.hasSuffix(".swift") || path.split(separator: "/").count <= 4, "\(path)")
    }
  }
}
