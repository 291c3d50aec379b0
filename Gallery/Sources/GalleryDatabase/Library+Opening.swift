import Dispatch
import Errands
import Foundation

extension Library {
  /// Opens the library as ``init(at:byteLimit:filesLimit:)`` does, away from the threads of tasks: the file may be slow.
  public static func opening(at location: URL) -> Errand<any LibraryStore> {
    Errand<any LibraryStore>.fromCallback("library") { callback in
      DispatchQueue.global().async { callback(Result { try Library(at: location) }) }
    }
  }
}
