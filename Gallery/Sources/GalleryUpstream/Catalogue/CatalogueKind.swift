/// What a chart ranks. The raw value is its name in second-generation paths and entries.
public enum CatalogueKind: String, Sendable, CaseIterable {
  case albums
  case songs

  /// The name in first-generation entries, in the singular.
  var singular: String {
    switch self {
    case .albums: "album"
    case .songs: "song"
    }
  }
}
