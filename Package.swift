// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.strictMemorySafety(), .treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], resources: resources,
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
    library("Files"),
    library("TouchLog", ["Geometry", "Files"]),
    library("Ink", ["Geometry", "TouchLog"]),
    library("Raster", ["Geometry"]),
    .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev", "zlib1g-dev"])]),
    .target(name: "CPNG", dependencies: ["CLibPNG"], linkerSettings: [.linkedLibrary("z"), .linkedLibrary("m")]),
    library("Images", ["Files", "Raster", "CPNG"]),
    library("Rendering", ["Geometry", "TouchLog", "Ink", "Raster", "Images"]),
    library("DoodleKit", ["Geometry", "Files", "TouchLog", "Ink", "Raster", "Images", "Rendering"]),
    .executableTarget(name: "doodle", dependencies: ["DoodleKit"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["DoodleKit"], path: "Tests/TestSupport",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    tests("GeometryTests", ["Geometry"]),
    tests("FilesTests", ["Files"]),
    tests("TouchLogTests", ["TouchLog", "Files"]),
    tests("InkTests", ["Ink", "TouchLog"]),
    tests("RasterTests", ["Raster", "Geometry"]),
    tests("ImagesTests", ["Images", "Raster", "Files"]),
    tests("RenderingTests", ["Rendering", "Ink", "TouchLog", "Raster", "Images"]),
    tests("CommandTests", ["doodle"]),
    tests("ExampleTests", ["DoodleKit"]),
  ],
  swiftLanguageModes: [.v6]
)
