/// The shop that a first-generation feed leads to. The raw value is the name in the path.
public enum FirstGenerationStore: String, Sendable, CaseIterable {
  case appleMusic = "apple-music"
  case iTunesMusic = "itunes-music"

  /// The value of the `app` parameter that every link of the feed ends in.
  var app: String {
    switch self {
    case .appleMusic: "music"
    case .iTunesMusic: "itunes"
    }
  }
}
