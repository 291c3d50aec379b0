import Dispatch
import Errands
import ErrandsLoading
import Foundation

extension Library {
  /// By a question of the kind that clients ask, and a look at what it stands on: a file or a folder that has been taken away
  /// is there for those who have it open.
  public func checkReady() async throws {
    _ = try await count
    // A cache makes room, as far as it can, where the disk is full.
    try await explaining {
      try file.check()
      try files.check()
      try checkRoom()
    }
  }

  /// In bytes. With less the next change of the database may not fit.
  private static let leastFree: Int64 = 1 << 20

  private func checkRoom() throws(FileFailure) {
    let folder = LibraryFile.folder(of: file.path)
    let facts = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    guard let free = (facts?[.systemFreeSize] as? NSNumber)?.int64Value, free < Self.leastFree else { return }
    throw .noSpace(file.path, needed: nil, free: free)
  }

  /// Opens the library as ``init(at:byteLimit:filesLimit:alone:makeRoom:)`` does, away from the threads of tasks: the file may
  /// be slow.
  public static func opening(
    at location: URL,
    makeRoom: (@Sendable () async -> Void)? = nil
  ) -> Errand<any LibraryStore> {
    Errand<any LibraryStore>.fromCallback("library") { callback in
      DispatchQueue.global().async { callback(Result { try Library(at: location, makeRoom: makeRoom) }) }
    }
  }
}
