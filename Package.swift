// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.strictMemorySafety(), .treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// All of the library. What uses DoodleKit names its parts too: a target is built anew when one that it names changes,
/// and a part that it sees through DoodleKit alone would change its layout behind its back.
let parts: [Target.Dependency] = [
  "DoodleKit", "Geometry", "Files", "Archive", "JSON", "XML", "TouchLog", "ImportCore", "BoardImporters",
  "DocumentImporters", "PointImporters", "Importers", "Exporters", "Lint", "Fonts", "Lettering", "Ink", "Raster",
  "Deflate", "PNG", "JPEG", "Compare", "Rendering", "SVG", "PDF", "Session", "DataSets", "WebEngine", "Recorder",
]

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: parts + dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: [.treatAllWarnings(as: .error)])
}

/// Whether the package is built for `make fuzz`.
let isFuzzed = Context.environment["DOODLE_FUZZ"] != nil

/// The command. To be fuzzed it is a library: the fuzzer's runtime has the main function.
func command(resources: [Resource]) -> Target {
  isFuzzed
    ? .target(
      name: "doodle", dependencies: parts, exclude: ["Desktop", "main.swift"], resources: resources,
      swiftSettings: strict)
    : .executableTarget(
      name: "doodle", dependencies: parts, exclude: ["Desktop"], resources: resources, swiftSettings: strict)
}

/// What `make fuzz` runs. Otherwise it is a part of the tests, which compare its table with those of the project.
func fuzzing() -> Target {
  let dependencies = parts + ["TestSupport", "doodle", "CFuzzer"]
  let (path, others) = ("Tests/Fuzzing", ["CFuzzer", "Corpus", "README.md", "run"])
  return isFuzzed
    ? .executableTarget(
      name: "doodle-fuzz", dependencies: dependencies, path: path, exclude: others + ["FuzzTargetTests.swift"],
      swiftSettings: [.treatAllWarnings(as: .error)])
    : .testTarget(
      name: "FuzzTargetTests", dependencies: dependencies, path: path, exclude: others + ["main.swift"],
      swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
  name: "doodle",
  products: [
    .library(name: "DoodleKit", targets: ["DoodleKit"]),
    .executable(name: "doodle", targets: ["doodle"]),
  ],
  targets: [
    library("Geometry"),
    .target(name: "CProcess"),
    library("Files", ["CProcess"]),
    library("JSON"),
    library("TouchLog", ["Geometry", "Files", "JSON"]),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    library("Archive", ["Files", "CZlib"]),
    library("XML"),
    library("Exporters", ["Geometry", "Archive", "JSON", "XML", "TouchLog"]),
    library("Lint", ["Geometry", "Files", "TouchLog"]),
    library("Fonts", ["Geometry"]),
    library("Lettering", ["Geometry", "Fonts"]),
    library("Ink", ["Geometry", "Files", "TouchLog", "Lettering"]),
    .target(name: "CRaster"),
    library("Raster", ["Geometry", "CRaster"]),
    .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev", "zlib1g-dev"])]),
    .target(name: "CHash"),
    .target(name: "CPNG", dependencies: ["CLibPNG"], linkerSettings: [.linkedLibrary("z"), .linkedLibrary("m")]),
    .target(name: "CDeflate"),
    library("Deflate", ["CDeflate"]),
    library("PNG", ["Geometry", "Files", "Raster", "Deflate", "CPNG"]),
    library("JPEG", ["Files", "Raster", "PNG"]),
    library(
      "ImportCore",
      ["Geometry", "Files", "Archive", "JSON", "XML", "TouchLog", "Lettering", "Raster", "PNG", "JPEG"]),
    library("BoardImporters", ["Geometry", "Files", "JSON", "TouchLog", "ImportCore"]),
    library(
      "DocumentImporters", ["Geometry", "Files", "Archive", "JSON", "XML", "TouchLog", "Lettering", "ImportCore"]),
    library("PointImporters", ["Geometry", "Files", "Archive", "JSON", "XML", "TouchLog", "ImportCore"]),
    library(
      "Importers",
      ["Files", "Archive", "JSON", "TouchLog", "ImportCore", "BoardImporters", "DocumentImporters", "PointImporters"]),
    library("Compare", ["Geometry", "Files", "Raster", "PNG", "CHash"]),
    library("Rendering", ["Geometry", "Files", "TouchLog", "Lettering", "Ink", "Raster"]),
    library("SVG", ["Geometry", "Files", "JSON", "XML", "TouchLog", "Lettering", "Ink", "Raster", "PNG", "Rendering"]),
    library("PDF", ["Geometry", "Files", "Archive", "JSON", "XML", "TouchLog", "Raster", "PNG", "Compare", "SVG"]),
    library(
      "Session",
      [
        "Geometry", "Files", "JSON", "TouchLog", "ImportCore", "DocumentImporters", "Importers", "Exporters", "Fonts",
        "Ink", "Raster", "PNG", "JPEG", "Compare", "Rendering", "SVG",
      ]),
    library(
      "WebEngine",
      [
        "Geometry", "Files", "JSON", "TouchLog", "Fonts", "Lettering", "Ink", "Raster", "PNG", "Compare", "Rendering",
        "SVG",
      ]),
    .target(name: "CRecorder"),
    library("Recorder", ["Files", "Archive", "CRecorder", "JSON", "Raster", "TouchLog"], exclude: ["Page"]),
    library(
      "DataSets",
      [
        "Geometry", "Files", "Archive", "JSON", "TouchLog", "ImportCore", "PointImporters", "Importers", "Ink",
        "Raster", "PNG", "Compare", "Rendering", "Session",
      ]),
    library(
      "DoodleKit",
      [
        "Geometry", "Files", "TouchLog", "ImportCore", "Importers", "Exporters", "Lettering", "Ink", "Raster", "PNG",
        "Compare", "Rendering", "SVG", "Session",
      ]),
    command(
      resources: [
        "CommandLine/completion.bash", "CommandLine/completion.zsh", "Goldens/report.css", "Goldens/report.js",
      ]
      .map { .embedInCode($0) }),
    // What `make bench` runs.
    .target(name: "CProcessors", path: "Tests/Benchmarks/CProcessors"),
    .executableTarget(
      name: "doodle-bench", dependencies: parts + ["TestSupport", "CProcessors"], path: "Tests/Benchmarks",
      exclude: ["CProcessors", "DataSets", "Formats", "Peers", "Ink", "Profile", "Web", "Floor.md", "README.md"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // What Examples/embed shows, built here so that the tests can run it.
    .executableTarget(
      name: "embed-example", dependencies: parts, path: "Examples/embed/Sources/embed",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "TestSupport", dependencies: parts, path: "Tests/TestSupport",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    tests("GeometryTests"),
    tests("FilesTests"),
    tests("JSONTests"),
    tests("TouchLogTests"),
    tests("ArchiveTests"),
    tests("XMLTests"),
    tests("ImportersTests"),
    tests("ExportersTests"),
    tests("LintTests"),
    tests("FontsTests"),
    tests("LetteringTests"),
    tests("InkTests"),
    tests("RasterTests", ["CRaster"]),
    tests("DeflateTests"),
    tests("PNGTests"),
    tests("JPEGTests"),
    tests("CompareTests"),
    tests("RenderingTests"),
    tests(
      "WebEngineTests",
      exclude: [
        "calls.mjs", "engine.mjs", "hashes.mjs", "hashes.py", "measure.mjs", "package", "random.mjs", "randomLogs.mjs",
        "sizes.mjs", "types",
      ]),
    tests("RecorderTests", exclude: ["Browser"]),
    tests("SVGTests"),
    tests("PDFTests"),
    tests("SessionTests"),
    tests("DataSetsTests"),
    tests("CommandTests", ["doodle", "embed-example"]),
    tests("ExampleTests", exclude: ["Ink1", "public.txt"]),
    tests("BenchmarkTests", ["doodle-bench"]),
    .target(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer", linkerSettings: [.linkedLibrary("z")]),
    fuzzing(),
  ],
  swiftLanguageModes: [.v6]
)
if isFuzzed { package.products.removeAll { $0.name == "doodle" } }
