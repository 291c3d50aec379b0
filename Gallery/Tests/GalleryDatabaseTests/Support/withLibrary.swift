import Foundation
import GalleryDatabase

/// Runs a test with the path of a file that is not there yet, in a folder of its own, which is removed afterwards.
func withFile(_ test: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "gallery-library-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await test(folder.appending(path: "gallery.sqlite"))
}

/// Runs a test with an empty library.
func withLibrary(byteLimit: Int64 = Library.usualLimit, _ test: (Library) async throws -> Void) async throws {
  try await withFile { file in
    try await test(try Library(at: file, byteLimit: byteLimit))
  }
}
