extension MusicFeed {
  /// What a chart ranks; the raw value is the last segment of its address.
  public enum Kind: String, Sendable, CaseIterable {
    case albums
    case songs
  }
}
