// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "gallery",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "gallery", targets: ["gallery"])],
  dependencies: [
    .package(name: "errands", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "GalleryJobs",
      dependencies: [
        .product(name: "Errands", package: "errands"),
        .product(name: "ErrandsBolts", package: "errands"),
        .product(name: "ErrandsCombine", package: "errands"),
        .product(name: "ErrandsOperations", package: "errands"),
        .product(name: "ErrandsPromises", package: "errands"),
        .product(name: "ErrandsImageLoading", package: "errands"),
        .product(name: "ErrandsImages", package: "errands"),
        .product(name: "ErrandsLoading", package: "errands"),
      ]
    ),
    .target(
      name: "GalleryConnections",
      dependencies: [
        "GalleryJobs",
        .product(name: "ErrandsLoading", package: "errands"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]
    ),
    .target(
      name: "GalleryUpstream",
      dependencies: [
        "GalleryConnections",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "ErrandsImages", package: "errands"),
        .product(name: "ErrandsUpstream", package: "errands"),
      ]
    ),
    .target(
      name: "GalleryDatabase",
      dependencies: [
        "GalleryJobs",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Errands", package: "errands"),
        .product(name: "ErrandsLoading", package: "errands"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib"),
    .systemLibrary(name: "CMalloc", path: "Sources/CMalloc"),
    .target(
      name: "GalleryServer",
      dependencies: [
        "CZlib", "GalleryConnections", "GalleryDatabase", "GalleryJobs",
        .product(name: "ErrandsCombine", package: "errands"),
        .product(name: "Errands", package: "errands"),
        .product(name: "ErrandsImageLoading", package: "errands"),
        .product(name: "ErrandsImages", package: "errands"),
        .product(name: "ErrandsLoading", package: "errands"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      path: ".",
      exclude: [
        "Sources/CZlib", "Sources/GalleryConnections", "Sources/GalleryDatabase", "Sources/GalleryJobs",
        "Sources/GalleryPostgres", "Sources/GalleryUpstream", "Sources/gallery", "Tests",
      ],
      sources: ["Sources/GalleryServer"],
      resources: [.copy("Public")]
    ),
    .executableTarget(
      name: "gallery",
      dependencies: [
        "CMalloc", "GalleryConnections", "GalleryDatabase", "GalleryJobs", "GalleryServer", "GalleryUpstream",
        .product(name: "ErrandsAsyncHTTPClient", package: "errands"),
        .product(name: "ErrandsCombine", package: "errands"),
        .product(name: "ErrandsImages", package: "errands"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ErrandsUpstream", package: "errands"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "GalleryJobsTests",
      dependencies: [
        "GalleryJobs", "GalleryUpstream",
        .product(name: "ErrandsAsyncHTTPClient", package: "errands"),
        .product(name: "ErrandsImages", package: "errands"),
        .product(name: "ErrandsTesting", package: "errands"),
        .product(name: "ErrandsUpstream", package: "errands"),
      ]
    ),
    .testTarget(
      name: "GalleryUpstreamTests",
      dependencies: [
        "GalleryUpstream", "GalleryConnections", "GalleryJobs",
        .product(name: "ErrandsAsyncHTTPClient", package: "errands"),
        .product(name: "ErrandsImages", package: "errands"),
        .product(name: "ErrandsLoading", package: "errands"),
        .product(name: "ErrandsTesting", package: "errands"),
        .product(name: "ErrandsUpstream", package: "errands"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]
    ),
    .testTarget(
      name: "GalleryDatabaseTests",
      dependencies: [
        "GalleryDatabase", "GalleryJobs",
        .product(name: "Errands", package: "errands"),
        .product(name: "ErrandsTesting", package: "errands"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      exclude: ["Carrying", "Support/TestServer.swift"]
    ),
    .testTarget(
      name: "GalleryServerTests",
      dependencies: [
        "GalleryServer", "GalleryConnections", "GalleryDatabase", "GalleryJobs", "GalleryUpstream",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "ErrandsAsyncHTTPClient", package: "errands"),
        .product(name: "ErrandsImages", package: "errands"),
        .product(name: "ErrandsLoading", package: "errands"),
        .product(name: "ErrandsTesting", package: "errands"),
        .product(name: "ErrandsUpstream", package: "errands"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      exclude: ["Servers"]
    ),
    .testTarget(
      name: "GalleryCommandTests",
      dependencies: [
        "gallery", "GalleryConnections", "GalleryUpstream",
        .product(name: "ErrandsAsyncHTTPClient", package: "errands"),
        .product(name: "ErrandsImages", package: "errands"),
        .product(name: "ErrandsTesting", package: "errands"),
        .product(name: "ErrandsUpstream", package: "errands"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The build for several servers on one PostgreSQL, which needs libpq.
if Context.environment["ERRANDS_WITH_POSTGRES"] != nil {
  let postgres = Target.Dependency.product(name: "ErrandsPostgres", package: "errands")
  package.targets.append(
    .target(
      name: "GalleryPostgres",
      dependencies: [
        "GalleryDatabase", "GalleryJobs", postgres, .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Errands", package: "errands"),
        .product(name: "ErrandsLoading", package: "errands"),
      ]
    )
  )
  for target in package.targets
  where ["gallery", "GalleryDatabaseTests", "GalleryServerTests"].contains(target.name) {
    target.dependencies += ["GalleryPostgres", postgres]
    target.exclude = []
    target.swiftSettings = [.define("POSTGRES")]
  }
}
