// swift-tools-version: 6.1
import PackageDescription

/// Where Apple's Combine is not to be had.
let withoutCombine = TargetDependencyCondition.when(platforms: [.linux, .android, .windows])

let package = Package(
  name: "errands",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Errands", targets: ["Errands"]),
    .library(name: "ErrandsPromises", targets: ["ErrandsPromises"]),
    .library(name: "PromiseKit", targets: ["PromiseKit"]),
    .library(name: "ErrandsBolts", targets: ["ErrandsBolts"]),
    .library(name: "BoltsSwift", targets: ["BoltsSwift"]),
    .library(name: "ErrandsOperations", targets: ["ErrandsOperations"]),
    .library(name: "ErrandsCombine", targets: ["ErrandsCombine"]),
    .library(name: "ErrandsLoading", targets: ["ErrandsLoading"]),
    .library(name: "ErrandsAsyncHTTPClient", targets: ["ErrandsAsyncHTTPClient"]),
    .library(name: "ErrandsImages", targets: ["ErrandsImages"]),
    .library(name: "ErrandsImageLoading", targets: ["ErrandsImageLoading"]),
    .library(name: "ErrandsObservability", targets: ["ErrandsObservability"]),
    .library(name: "ErrandsPostgres", targets: ["ErrandsPostgres"]),
    .library(name: "ErrandsTesting", targets: ["ErrandsTesting"]),
    .library(name: "ErrandsUpstream", targets: ["ErrandsUpstream"]),
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
  ],
  targets: [
    .target(name: "Errands"),
    // What promises and Bolts tasks stand on. No product: it has nothing that a user could call.
    .target(name: "ErrandsEager", dependencies: ["Errands"]),
    .target(name: "ErrandsPromises", dependencies: ["Errands", "ErrandsEager"]),
    .target(name: "ErrandsBolts", dependencies: ["Errands", "ErrandsEager"]),
    // The modules under the names that the import lines of existing code use.
    .target(name: "PromiseKit", dependencies: ["ErrandsPromises"]),
    .target(name: "BoltsSwift", dependencies: ["ErrandsBolts"]),
    .target(name: "ErrandsOperations", dependencies: ["Errands"]),
    .target(
      name: "ErrandsCombine",
      dependencies: [
        "Errands",
        .product(name: "OpenCombine", package: "OpenCombine", condition: withoutCombine),
        .product(name: "OpenCombineDispatch", package: "OpenCombine", condition: withoutCombine),
        .product(name: "OpenCombineFoundation", package: "OpenCombine", condition: withoutCombine),
      ]
    ),
    .target(name: "CPageCache"),
    .target(
      name: "ErrandsLoading",
      dependencies: ["Errands", "CPageCache", .product(name: "Crypto", package: "swift-crypto")]
    ),
    .target(
      name: "ErrandsAsyncHTTPClient",
      dependencies: [
        "ErrandsLoading",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]
    ),
    .target(
      name: "ErrandsObservability",
      dependencies: [
        "Errands",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]
    ),
    .systemLibrary(
      name: "CVips",
      pkgConfig: "vips",
      providers: [.apt(["libvips-dev"]), .brew(["vips"])]
    ),
    .target(name: "CVipsShim", dependencies: ["CVips"]),
    .target(name: "ErrandsImages", dependencies: ["Errands", "CVipsShim"]),
    .target(
      name: "ErrandsImageLoading",
      dependencies: [
        "Errands", "ErrandsImages", "ErrandsLoading", .product(name: "Crypto", package: "swift-crypto"),
      ]
    ),
    .systemLibrary(
      name: "CPostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(name: "ErrandsPostgres", dependencies: ["Errands", "ErrandsLoading", "CPostgres"]),
    .target(name: "ErrandsTesting", dependencies: ["Errands"]),
    .target(
      name: "ErrandsUpstream",
      dependencies: [
        "Errands",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]
    ),
    .testTarget(name: "ErrandsTests", dependencies: ["Errands", "ErrandsTesting"]),
    .testTarget(name: "ErrandsEagerTests", dependencies: ["ErrandsEager", "ErrandsTesting"]),
    .testTarget(
      name: "ErrandsPromisesTests",
      dependencies: ["ErrandsPromises", "ErrandsEager", "ErrandsTesting"]
    ),
    .testTarget(name: "ErrandsBoltsTests", dependencies: ["ErrandsBolts", "ErrandsTesting"]),
    // Written as existing code is: in Swift 5 mode, against the old names.
    .testTarget(
      name: "PromiseKitTests",
      dependencies: ["PromiseKit"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "BoltsSwiftTests",
      dependencies: ["BoltsSwift"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(name: "ErrandsOperationsTests", dependencies: ["ErrandsOperations", "ErrandsTesting"]),
    .testTarget(name: "ErrandsCombineTests", dependencies: ["ErrandsCombine", "ErrandsTesting"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "Errands", "ErrandsTesting", "ErrandsPromises", "ErrandsBolts", "ErrandsOperations", "ErrandsCombine",
      ]
    ),
    .testTarget(
      name: "ErrandsPostgresTests",
      dependencies: ["ErrandsPostgres", "ErrandsAsyncHTTPClient", "ErrandsTesting", "ErrandsUpstream"]
    ),
    .testTarget(name: "ErrandsTestingTests", dependencies: ["ErrandsTesting"]),
    .testTarget(name: "ErrandsUpstreamTests", dependencies: ["ErrandsUpstream", "ErrandsTesting"]),
    .testTarget(
      name: "ErrandsObservabilityTests",
      dependencies: [
        "ErrandsObservability",
        "ErrandsLoading",
        "ErrandsTesting",
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ]
    ),
    .testTarget(
      name: "ErrandsLoadingTests",
      dependencies: [
        "ErrandsLoading", "ErrandsAsyncHTTPClient", "ErrandsObservability", "ErrandsTesting",
        "ErrandsUpstream",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ErrandsLoading", "ErrandsAsyncHTTPClient", "ErrandsImages", "ErrandsImageLoading", "ErrandsTesting",
        "ErrandsUpstream",
        "ErrandsPromises", "ErrandsBolts", "ErrandsOperations", "ErrandsCombine",
      ]
    ),
    .testTarget(name: "ErrandsImagesTests", dependencies: ["ErrandsImages", "ErrandsTesting"]),
    .testTarget(
      name: "ErrandsImageLoadingTests",
      dependencies: ["ErrandsImageLoading", "ErrandsAsyncHTTPClient", "ErrandsTesting", "ErrandsUpstream"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The command behind `make docs`, and there only: every build would compile its plugins.
if Context.environment["ERRANDS_DOCUMENTATION"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// The build of who has no libvips: everything but images and the prose that shows them.
if Context.environment["ERRANDS_WITHOUT_IMAGES"] != nil {
  let images = [
    "CVips", "CVipsShim", "ErrandsImages", "ErrandsImageLoading", "ErrandsImagesTests",
    "ErrandsImageLoadingTests", "DocumentationTests",
  ]
  package.products.removeAll { images.contains($0.name) }
  package.targets.removeAll { images.contains($0.name) }
}

// As SwiftPM optimises by itself in a release build. With threads, without which the compiler writes one object for all files,
// where SwiftPM awaits one of each.
let wholeModule = ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]

// The core as it is shipped, under tests that run it millions of times: they save three times what that takes.
if Context.environment["ERRANDS_OPTIMIZED"] != nil {
  for target in package.targets where ["Errands", "ErrandsEager"].contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-O"] + wholeModule)]
  }
}

// The second build, in which every interleaving is tried (scripts/explore.sh): what is explored, and what that needs.
if Context.environment["ERRANDS_EXPLORED"] != nil {
  let explored = [
    "Errands", "ErrandsTesting", "ErrandsEager", "ErrandsPromises", "ErrandsBolts", "ErrandsOperations",
    "ErrandsCombine", "ErrandsLoading",
  ]
  package.products = []
  package.dependencies.removeSubrange(1...)
  package.targets.removeAll { !explored.contains($0.name) }
  for target in package.targets where target.name == "ErrandsLoading" {
    // Of the loader, what is explored and what that needs: the rest would have BoringSSL built once more.
    target.dependencies = ["Errands"]
    target.sources = [
      "Admission", "Body", "HTTP", "Decoding", "Downloads/OpenDownloads.swift", "Caching/CacheStatus.swift",
      "Fetching/FetchError.swift",
      "Fetching/FetchError+Sentences.swift", "Fetching/FetchHead.swift", "Fetching/FetchedData.swift",
      "Metrics/LoadPhase.swift",
      "Requests/HTTPFields.swift", "Requests/URL+Fetching.swift", "Requests/URL+Plain.swift",
      "Requests/URL+Redaction.swift",
    ]
  }
  package.targets.append(
    .testTarget(name: "ExplorerTests", dependencies: explored.map { .target(name: $0) })
  )
  for target in package.targets {
    // Thousands of schedules a second, where without -O there are hundreds.
    let optimised = ["-O"] + (target.isTest ? [] : wholeModule)
    target.swiftSettings = [.define("ERRANDS_EXPLORED"), .unsafeFlags(optimised)]
  }
}
