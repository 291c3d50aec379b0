import Foundation
import GalleryDatabase
import Testing

#if POSTGRES
  import ErrandsPostgres
  import GalleryPostgres
#endif

/// What a library can be. The tests of the protocol are run with each: another implementation is a case here, and has no
/// tests of its own but for what it alone can do.
enum LibraryStores: String, CaseIterable, Sendable {
  case sqlite
  #if POSTGRES
    case postgres
  #endif

  /// A library, and how many files there are in it.
  typealias Test = (_ library: any LibraryStore, _ fileCount: () async throws -> Int) async throws -> Void

  /// Runs a test with an empty one.
  func with(filesLimit: Int64 = Library.usualFilesLimit, _ test: Test) async throws {
    switch self {
    case .sqlite:
      try await withFile { file in
        try await test(try Library(at: file, filesLimit: filesLimit)) { try names(besides: file).count }
      }
    #if POSTGRES
      case .postgres:
        try await withPostgresLibrary(filesLimit: filesLimit) { library in
          try await test(library) {
            try await library.pool.work { database in
              try database.execute("SELECT count(*) AS count FROM gallery_file")[0].value("count")
            }.value()
          }
        }
    #endif
    }
  }
}

#if POSTGRES
  /// Runs a test with an empty library in a database of its own.
  func withPostgresLibrary(
    filesLimit: Int64 = Library.usualFilesLimit,
    _ test: (PostgresLibrary) async throws -> Void
  ) async throws {
    let pool = PostgresPool(try await TestServer.database())
    defer { pool.close() }
    try await test(try await PostgresLibrary(pool, filesLimit: filesLimit))
  }
#endif
