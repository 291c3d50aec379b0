import Dispatch
import Errands
import Foundation

extension Library {
  /// By a question of the kind that clients ask, and a look at what it stands on: a file or a folder that has been taken away
  /// is there for those who have it open.
  public func checkReady() async throws {
    _ = try await count
    try await explaining { try file.check() }
    try await explaining { try files.check() }
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
