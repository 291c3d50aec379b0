import Foundation
import GRDB
import GalleryDatabase
import GalleryJobs

/// Runs a test with a backup of two pictures, a chart and a batch, and the place of a library that is not there yet.
func withBackup(_ test: (_ backup: String, _ place: URL) async throws -> Void) async throws {
  try await withFile { file in
    let library = try Library(at: file)
    _ = try await library.keep(.picture("one", title: "Hoà"))
    _ = try await library.keep(.picture("two"))
    _ = try await library.keep(.chart("top"))
    let gone = try await library.keep(.chart("gone"))
    _ = try await library.delete(gone.thing.id)
    let backup = file.deletingLastPathComponent().appending(path: "a backup").path(percentEncoded: false)
    _ = try library.backUp(to: backup)
    try await test(backup, file.deletingLastPathComponent().appending(path: "other/gallery.sqlite"))
  }
}

/// Changes a backup in the way of one who wishes no good.
func tamper(_ backup: String, _ sql: String) throws {
  let database = try DatabaseQueue(path: backup)
  try database.writeWithoutTransaction { try $0.execute(sql: sql) }
  try database.close()
}

/// All names below a folder, sorted.
func names(below folder: URL) -> [String] {
  (FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?.compactMap { $0 as? String }
    ?? [])
    .sorted()
}
