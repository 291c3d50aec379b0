// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "errands-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "errands", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
  ],
  targets: [
    .target(name: "CHeap", path: "CHeap"),
    // The core a second time, without what it does for the trace: so that one run tells what that costs.
    .target(name: "ErrandsUntraced", path: "Untraced", swiftSettings: [.define("ERRANDS_UNTRACED")]),
    .executableTarget(
      name: "Core",
      dependencies: [
        .product(name: "Errands", package: "errands"),
        .product(name: "ErrandsBolts", package: "errands"),
        .product(name: "ErrandsPromises", package: "errands"),
        .product(name: "ErrandsOperations", package: "errands"),
        .product(name: "ErrandsCombine", package: "errands"),
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        "ErrandsUntraced", "CHeap",
      ],
      path: "Benchmarks/Core",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "Upstream",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Upstream"
    ),
    .executableTarget(
      name: "BarePicture",
      dependencies: [.product(name: "Hummingbird", package: "hummingbird")],
      path: "BarePicture"
    ),
    .systemLibrary(name: "CVipsSystem", path: "CVipsSystem", pkgConfig: "vips"),
    .target(name: "CVipsPeer", dependencies: ["CVipsSystem"], path: "CVipsPeer"),
    .executableTarget(
      name: "Images",
      dependencies: [
        .product(name: "ErrandsAsyncHTTPClient", package: "errands"),
        .product(name: "ErrandsImageLoading", package: "errands"),
        .product(name: "ErrandsUpstream", package: "errands"),
        .product(name: "Benchmark", package: "benchmark"),
        "CVipsPeer",
      ],
      path: "Benchmarks/Images",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "Loading",
      dependencies: [
        "Upstream",
        .product(name: "ErrandsAsyncHTTPClient", package: "errands"),
        .product(name: "ErrandsUpstream", package: "errands"),
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        "CHeap",
      ],
      path: "Benchmarks/Loading",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
