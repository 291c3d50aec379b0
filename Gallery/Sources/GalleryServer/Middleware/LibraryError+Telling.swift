import GalleryDatabase
import GalleryJobs

extension LibraryError {
  /// What clients are told: where the library is and what its database says is the operator's business.
  var toldSentence: String {
    switch self {
    case .away, .busy: "The library cannot be asked now; try again in a moment."
    case .full: "The library has no room left; nothing can be kept or begun until it has some."
    case .gone:
      "What the library lies in was taken away; it goes on when that is back, or the server is started again."
    case .closed: "The library is not open any more; the server has to be started again."
    case .damaged, .newer, .unusable: "The library cannot be used; the server's log says why."
    }
  }
}

extension OwnUpstream {
  /// What clients are told of an error.
  func toldSentence(of error: any Error) -> String {
    (error as? LibraryError)?.toldSentence ?? sentence(of: error)
  }
}

/// An error as clients are told of it.
struct ToldError: Error, CustomStringConvertible {
  let description: String
}
