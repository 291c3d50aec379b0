import PromiseKit

/// A screen as applications have them: its handlers use `self` and are given by name.
final class AlbumScreen: Widget {
  private(set) var tracks: [String] = []
  private(set) var complaints: [String] = []
  private let archive = Archive()

  func show(_ album: String) -> Promise<Void> {
    isBusy = true
    return firstly {
      archive.tracks(of: album)
    }.get { tracks in
      self.tracks = tracks
    }.map { tracks in
      "\(self.tracks.count) of \(tracks.count)"
    }.done { [weak self] in
      self?.title = $0
    }.ensure {
      self.isBusy = false
    }
  }

  func showOrComplain(_ album: String) -> Guarantee<Void> {
    show(album).recover(complain)
  }

  func showBoth(_ first: String, _ second: String) -> Promise<Void> {
    when(fulfilled: archive.tracks(of: first), archive.tracks(of: second)).then {
      [unowned self] first, second -> Promise<Void> in
      self.tracks = first + second
      return self.archive.remember(self.tracks)
    }.tap { result in
      if case .fulfilled = result { self.title = self.tracks.joined(separator: ",") }
    }
  }

  private func complain(of error: Error) {
    complaints.append("\(error)")
  }
}
