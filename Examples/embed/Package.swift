// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embed",
  dependencies: [.package(name: "doodle", path: "../..")],
  targets: [
    .executableTarget(name: "embed", dependencies: [.product(name: "DoodleKit", package: "doodle")])
  ]
)
