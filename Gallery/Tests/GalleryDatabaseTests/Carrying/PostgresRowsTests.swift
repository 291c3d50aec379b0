import ErrandsPostgres
import Foundation
import GalleryDatabase
import GalleryJobs
import Testing

@testable import GalleryPostgres

@Suite("Rows that somebody else has written to the shared database", .timeLimit(.minutes(1)))
struct PostgresRowsTests {
  @Test(
    "A batch with numbers that cannot be is told, and does not end the process",
    arguments: [
      "UPDATE gallery_batch SET time_limit = 1e30", "UPDATE gallery_batch SET spent = -1e308",
      "UPDATE gallery_batch SET spent = 'NaN'", "UPDATE gallery_batch SET started = 'Infinity'",
      "UPDATE gallery_batch SET succeeded = 9223372036854775807",
      "UPDATE gallery_batch_log SET place = 9223372036854775807",
    ]
  )
  func batches(sql: String) async throws {
    try await withPostgresLibrary { library in
      try await library.batches.add("a", 2)
      _ = try await library.pool.work { try $0.script(sql) }.value()
      await #expect(throws: LibraryError.self) { try await library.batches.succeed([0], of: "a") }
    }
  }

  @Test("A thing that was kept at no moment is told, and does not end the process")
  func things() async throws {
    try await withPostgresLibrary { library in
      _ = try await library.keep(.picture("a"))
      _ = try await library.pool.work { try $0.script("UPDATE gallery_saved SET saved_at = 1e300") }.value()
      await #expect(throws: LibraryError.self) { _ = try await library.page() }
    }
  }

  // It was given with the tag and the type of the right one, while a folder's files were looked at.
  @Test("A file that is not as it was kept is a lost one")
  func files() async throws {
    try await withPostgresLibrary { library in
      let thing = try await library.keep(.picture("a")).thing
      for (text, isWhole) in [("the picture", false), ("the picture b", false), ("the picture a", true)] {
        _ = try await library.pool.work {
          try $0.change("UPDATE gallery_file SET bytes = $1", [.bytes(Data(text.utf8))])
        }.value()
        #expect(try await (library.file(of: thing) != nil) == isWhole, "\(text)")
      }
    }
  }

  // It ended the process.
  @Test("A backup of batches whose log has no row fails with a sentence")
  func noLog() async throws {
    try await withPostgresLibrary { library in
      _ = try await library.pool.work { try $0.script("DELETE FROM gallery_batch_log") }.value()
      try await withFile { file in
        let error = await #expect(throws: LibraryError.self) { try await library.backUp(to: file.path()) }
        let told = try #require(error).description
        #expect(told.contains("the log of batches has no row"))
        #expect(!FileManager.default.fileExists(atPath: file.path()))
      }
    }
  }
}
