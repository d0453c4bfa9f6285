// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.strictMemorySafety(), .treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// The modules of a floor of Sources, which is a folder. They import those of their floor and of the floors below.
func floor(_ name: String, _ modules: [Target]) -> [Target] {
  for module in modules { module.path = "Sources/\(name)/\(module.name)" }
  return modules
}

/// Tests lie on the floor of the module that they test.
@MainActor func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  let module = name == "CommandTests" ? "doodle" : String(name.dropLast("Tests".count))
  let floor = sources.first { $0.name == module }?.path?.split(separator: "/")[1]
  return .testTarget(
    name: name, dependencies: dependencies, path: floor.map { "Tests/\($0)/\(name)" } ?? "Tests/\(name)",
    exclude: exclude, swiftSettings: [.treatAllWarnings(as: .error)])
}

/// Whether the package is built for `make fuzz`.
let isFuzzed = Context.environment["DOODLE_FUZZ"] != nil

/// The command. To be fuzzed it is a library: the fuzzer's runtime has the main function.
func command(_ dependencies: [Target.Dependency], resources: [Resource]) -> Target {
  isFuzzed
    ? .target(
      name: "doodle", dependencies: dependencies, exclude: ["Desktop", "main.swift"], resources: resources,
      swiftSettings: strict)
    : .executableTarget(
      name: "doodle", dependencies: dependencies, exclude: ["Desktop"], resources: resources, swiftSettings: strict)
}

/// What `make fuzz` runs. Otherwise it is a part of the tests, which compare its table with those of the project.
func fuzzing() -> Target {
  let dependencies: [Target.Dependency] = [
    "Archive", "CFuzzer", "DataSets", "DoodleKit", "Exporters", "Files", "Fonts", "Geometry", "ImportCore", "Importers",
    "Ink", "JPEG", "JSON", "Lint", "PDF", "PNG", "Raster", "Rendering", "SVG", "Session", "TestSupport", "TouchLog",
    "XML", "doodle",
  ]
  let (path, others) = ("Tests/Fuzzing", ["CFuzzer", "Corpus", "README.md", "run"])
  return isFuzzed
    ? .executableTarget(
      name: "doodle-fuzz", dependencies: dependencies, path: path, exclude: others + ["FuzzTargetTests.swift"],
      swiftSettings: [.treatAllWarnings(as: .error)])
    : .testTarget(
      name: "FuzzTargetTests", dependencies: dependencies, path: path, exclude: others + ["main.swift"],
      swiftSettings: [.treatAllWarnings(as: .error)])
}

let sources = [
  floor(
    "Base",
    [
      library("Geometry"),
      .target(name: "CProcess"),
      library("Files", ["CProcess"]),
      library("JSON"),
      library("XML"),
      .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
      library("Archive", ["Files", "CZlib"]),
    ]),
  floor(
    "Drawing",
    [
      library("TouchLog", ["Geometry", "Files", "JSON"]),
      library("Fonts", ["Geometry"]),
      library("Lettering", ["Geometry", "Fonts"]),
      .target(name: "CLanes"),
      library("Ink", ["Geometry", "Files", "TouchLog", "Lettering", "CLanes"]),
    ]),
  floor(
    "Picture",
    [
      .target(name: "CRaster"),
      library("Raster", ["Geometry", "CRaster"]),
      .target(name: "CDeflate"),
      library("Deflate", ["CDeflate"]),
      .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev", "zlib1g-dev"])]),
      .target(name: "CPNG", dependencies: ["CLibPNG"], linkerSettings: [.linkedLibrary("z"), .linkedLibrary("m")]),
      library("PNG", ["Geometry", "Files", "Raster", "Deflate", "CPNG"]),
      library("JPEG", ["Files", "Raster", "PNG"]),
      .target(name: "CHash"),
      library("Compare", ["Geometry", "Files", "Raster", "PNG", "CHash"]),
      library("Rendering", ["Geometry", "Files", "TouchLog", "Lettering", "Ink", "Raster"]),
      library(
        "SVG", ["Geometry", "Files", "JSON", "XML", "TouchLog", "Lettering", "Ink", "Raster", "PNG", "Rendering"]),
      library("PDF", ["Geometry", "Files", "Archive", "TouchLog", "Raster", "Compare", "SVG"]),
    ]),
  floor(
    "Formats",
    [
      library(
        "ImportCore",
        ["Geometry", "Files", "Archive", "JSON", "XML", "TouchLog", "Lettering", "Raster", "PNG", "JPEG"]),
      library("BoardImporters", ["Geometry", "Files", "Archive", "JSON", "TouchLog", "ImportCore"]),
      library(
        "DocumentImporters", ["Geometry", "Files", "Archive", "JSON", "XML", "TouchLog", "Lettering", "ImportCore"]),
      library("PointImporters", ["Geometry", "Files", "Archive", "JSON", "XML", "TouchLog", "ImportCore"]),
      library(
        "Importers",
        ["Files", "Archive", "JSON", "TouchLog", "ImportCore", "BoardImporters", "DocumentImporters", "PointImporters"]),
      library("Exporters", ["Geometry", "Archive", "JSON", "XML", "TouchLog"]),
      library("Lint", ["Geometry", "Files", "TouchLog"]),
    ]),
  floor(
    "Work",
    [
      library(
        "Session",
        [
          "Geometry", "Files", "JSON", "TouchLog", "ImportCore", "DocumentImporters", "Importers", "Exporters", "Fonts",
          "Ink", "Raster", "PNG", "JPEG", "Compare", "Rendering", "SVG",
        ]),
      library(
        "DataSets",
        [
          "Geometry", "Files", "Archive", "JSON", "TouchLog", "ImportCore", "PointImporters", "Importers", "Ink",
          "Raster", "PNG", "Compare", "Rendering", "Session",
        ]),
    ]),
  floor(
    "Fronts",
    [
      library(
        "HostEngine",
        [
          "Geometry", "Files", "JSON", "TouchLog", "Fonts", "Lettering", "Ink", "Raster", "PNG", "Compare", "Rendering",
          "SVG",
        ]),
      .target(name: "CRecorder"),
      library("Recorder", ["Files", "Archive", "CRecorder", "JSON", "Raster", "TouchLog"], exclude: ["Page"]),
      library(
        "DoodleKit",
        [
          "Geometry", "Files", "TouchLog", "ImportCore", "Importers", "Exporters", "Lettering", "Ink", "Raster", "PNG",
          "Compare", "Rendering", "SVG", "Session",
        ]),
      command(
        [
          "Archive", "Compare", "DataSets", "DoodleKit", "Files", "JPEG", "JSON", "Lint", "PDF", "Recorder", "TouchLog",
          "XML",
        ],
        resources: [
          "CommandLine/completion.bash", "CommandLine/completion.zsh", "Goldens/report.css", "Goldens/report.js",
        ]
        .map { .embedInCode($0) }),
    ]),
].flatMap { $0 }

let package = Package(
  name: "doodle",
  products: [
    .library(name: "DoodleKit", targets: ["DoodleKit"]),
    .executable(name: "doodle", targets: ["doodle"]),
  ],
  targets: sources + [
    // What `make bench` runs.
    .target(name: "CProcessors", path: "Tests/Benchmarks/CProcessors"),
    .executableTarget(
      name: "doodle-bench", dependencies: ["CProcessors", "DoodleKit", "TestSupport"], path: "Tests/Benchmarks",
      exclude: [
        "CProcessors", "DataSets", "Formats", "Goldens", "Peers", "Ink", "Profile", "Web", "Floor.md", "README.md",
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // What Examples/embed shows, built here so that the tests can run it.
    .executableTarget(
      name: "embed-example", dependencies: ["DoodleKit"], path: "Examples/embed/Sources/embed",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "TestSupport", dependencies: ["Files", "Geometry", "Ink", "PNG", "Raster", "TouchLog"],
      path: "Tests/TestSupport",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    tests("GeometryTests", ["Geometry", "TestSupport"]),
    tests("FilesTests", ["Files", "TestSupport"]),
    tests("JSONTests", ["JSON", "TestSupport", "TouchLog"]),
    tests("TouchLogTests", ["Files", "Geometry", "Importers", "JSON", "TestSupport", "TouchLog"]),
    tests("ArchiveTests", ["Archive", "Files", "TestSupport"]),
    tests("XMLTests", ["Files", "XML"]),
    tests(
      "ImportersTests",
      [
        "Archive", "BoardImporters", "Files", "Geometry", "ImportCore", "Importers", "JSON", "Lettering", "PNG",
        "PointImporters", "Raster", "TestSupport", "TouchLog",
      ], exclude: ["Cases", "Field"]),
    tests(
      "ExportersTests",
      [
        "Archive", "BoardImporters", "DocumentImporters", "Exporters", "Files", "Geometry", "ImportCore", "Importers",
        "Ink", "PointImporters", "Raster", "Rendering", "Session", "TestSupport", "TouchLog",
      ]),
    tests("LintTests", ["Compare", "Files", "Geometry", "Lint", "Session", "TestSupport", "TouchLog"]),
    tests("FontsTests", ["Fonts", "Geometry", "TestSupport"]),
    tests("LetteringTests", ["Fonts", "Geometry", "Lettering", "TestSupport"]),
    tests(
      "InkTests", ["Files", "Geometry", "Ink", "Lettering", "PNG", "Raster", "Rendering", "TestSupport", "TouchLog"]),
    // Kernels of other widths, to compare with those of CRaster.
    .target(name: "CPairs", dependencies: ["CRaster"], path: "Tests/Picture/RasterTests/CPairs"),
    tests("RasterTests", ["CPairs", "CRaster", "Geometry", "Raster", "TestSupport"], exclude: ["CPairs"]),
    tests("DeflateTests", ["Compare", "Deflate", "TestSupport"]),
    tests("PNGTests", ["Archive", "Compare", "Files", "Geometry", "PNG", "Raster", "TestSupport"]),
    tests("JPEGTests", ["JPEG", "PNG", "Raster", "TestSupport"]),
    tests("CompareTests", ["Compare", "Files", "Geometry", "PNG", "Raster", "TestSupport"]),
    tests("RenderingTests", ["Geometry", "Ink", "PNG", "Raster", "Rendering", "Session", "TestSupport", "TouchLog"]),
    tests(
      "HostEngineTests",
      ["Compare", "Files", "Geometry", "PNG", "Raster", "Session", "TestSupport", "TouchLog", "HostEngine"],
      exclude: [
        "calls.mjs", "engine.mjs", "hashes.mjs", "hashes.py", "measure.mjs", "package", "parts.mjs", "random.mjs",
        "randomLogs.mjs", "savedDrawings.mjs", "sizes.mjs", "tinyFont.mjs", "types",
      ]),
    tests("RecorderTests", ["Compare", "Raster", "Recorder", "TouchLog"], exclude: ["Browser"]),
    tests(
      "SVGTests",
      ["Files", "Geometry", "Ink", "PNG", "Raster", "Rendering", "SVG", "Session", "TestSupport", "TouchLog", "XML"]),
    tests("PDFTests", ["Archive", "Files", "Geometry", "PDF", "PNG", "Raster", "SVG", "TestSupport", "TouchLog"]),
    tests(
      "SessionTests",
      [
        "DoodleKit", "Files", "Geometry", "ImportCore", "Ink", "PNG", "Raster", "Rendering", "Session", "TestSupport",
        "TouchLog",
      ]),
    tests(
      "DataSetsTests",
      [
        "Archive", "DataSets", "Files", "Geometry", "ImportCore", "Ink", "PNG", "PointImporters", "Raster", "Rendering",
        "Session", "TestSupport", "TouchLog",
      ]),
    tests(
      "CommandTests",
      [
        "DoodleKit", "Files", "Geometry", "Ink", "Lint", "PNG", "Raster", "Recorder", "TestSupport", "TouchLog",
        "doodle", "embed-example",
      ], exclude: ["Field", "Transcripts"]),
    tests("ExampleTests", ["DoodleKit", "TestSupport"], exclude: ["Ink1", "public.txt"]),
    tests("BenchmarkTests", ["TestSupport", "doodle-bench"]),
    .target(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer", linkerSettings: [.linkedLibrary("z")]),
    fuzzing(),
  ],
  swiftLanguageModes: [.v6]
)
if isFuzzed { package.products.removeAll { $0.name == "doodle" } }

// A target names what it imports, and depends on what those import, too: it is built anew when something that it names
// changes, and what it sees through another target alone would change its layout behind its back.
let imports = Dictionary(
  uniqueKeysWithValues: package.targets.map { ($0.name, $0.dependencies.compactMap(\.targetName)) })
for target in package.targets {
  var names = imports[target.name, default: []]
  var known = Set(names)
  // Grows while it is read.
  var index = 0
  while index < names.count {
    names += imports[names[index], default: []].filter { known.insert($0).inserted }
    index += 1
  }
  target.dependencies = names.map { .byName(name: $0) }
}

extension Target.Dependency {
  var targetName: String? { if case .byNameItem(let name, _) = self { name } else { nil } }
}
