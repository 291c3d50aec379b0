/// The charts that first-generation feeds offered. The raw value is the name in the path.
public enum FirstGenerationFeed: String, Sendable, CaseIterable {
  case comingSoon = "coming-soon"
  case hotTracks = "hot-tracks"
  case newMusic = "new-music"
  case newReleases = "new-releases"
  case recentReleases = "recent-releases"
  case topAlbums = "top-albums"
  case topSongs = "top-songs"

  var kind: CatalogueKind {
    switch self {
    case .hotTracks, .topSongs: .songs
    case .comingSoon, .newMusic, .newReleases, .recentReleases, .topAlbums: .albums
    }
  }

  var title: String {
    switch self {
    case .comingSoon: "Coming Soon"
    case .hotTracks: "Hot Tracks"
    case .newMusic, .newReleases: "New Music"
    case .recentReleases: "Recent Releases"
    case .topAlbums: "Top Albums"
    case .topSongs: "Top Songs"
    }
  }

  /// The newest works of the catalogue are from the middle of 2026; what came out in the eighteen months
  /// before counts as new.
  private static let firstNewDay = 20_088

  /// Whether a work may be in this chart because of when it comes out.
  func admits(_ release: CatalogueRelease) -> Bool {
    switch (self, release) {
    case (.comingSoon, .ahead): true
    case (.comingSoon, _): false
    case (.newMusic, .on(let day)), (.newReleases, .on(let day)), (.recentReleases, .on(let day)):
      day >= Self.firstNewDay
    case (.newMusic, _), (.newReleases, _), (.recentReleases, _): false
    case (.hotTracks, _), (.topAlbums, _), (.topSongs, _): true
    }
  }
}
