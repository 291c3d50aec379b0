extension ChartItem {
  /// What an entry is.
  public enum Kind: Sendable, Equatable {
    case album
    case song
    /// Something else, named as the upstream names it: `musicVideo`, `playlists`.
    case other(String)

    /// The kind that a feed names in the singular (first generation) or in the plural (second).
    public init(_ feedText: String) {
      switch feedText {
      case "album", "albums": self = .album
      case "song", "songs": self = .song
      default: self = .other(feedText)
      }
    }

    /// The name in this project's own JSON, always singular for what is known.
    public var name: String {
      switch self {
      case .album: "album"
      case .song: "song"
      case .other(let name): name
      }
    }
  }
}
