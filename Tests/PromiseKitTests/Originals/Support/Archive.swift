import Dispatch
import PromiseKit

/// A model that knows nothing of actors, with calls that end in completion handlers.
final class Archive {
  enum Missing: Error, Equatable { case album(String) }

  private let albums = ["laws": ["one", "two", "three"], "birds": ["owl"]]
  private(set) var remembered: [String] = []
  private(set) var lookups = 0

  func look(for album: String, completion: @escaping ([String]?, Error?) -> Void) {
    lookups += 1
    let found = albums[album]
    DispatchQueue.main.async { completion(found, found == nil ? Missing.album(album) : nil) }
  }

  func tracks(of album: String) -> Promise<[String]> {
    Promise { look(for: album, completion: $0.resolve) }
  }

  func remember(_ tracks: [String]) -> Promise<Void> {
    remembered = tracks
    return .value
  }

  func labelled(_ album: String) -> Promise<(label: String, count: Int)> {
    Promise { look(for: album, completion: labelling(album, $0)) }
  }

  private func labelling(
    _ album: String,
    _ seal: Resolver<(label: String, count: Int)>
  ) -> ([String]?, Error?) -> Void {
    return { tracks, error in
      if let tracks = tracks {
        seal.fulfill((album, tracks.count))
      } else {
        seal.reject(error ?? PMKError.invalidCallingConvention)
      }
    }
  }
}
