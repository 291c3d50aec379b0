extension ChartItem: Encodable {
  private enum CodingKeys: String, CodingKey {
    case rank, id, name, artist, kind, releaseDate, explicit, genres, url, artworkURL
  }

  /// Encodes the public form of an entry, in which all ten keys are always there.
  ///
  /// Missing facts are explicit `null`: `encodeIfPresent`, which synthesis would use, leaves the key out, and
  /// then a script cannot tell a fact that is unknown from one that a later version no longer gives.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rank, forKey: .rank)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(artist, forKey: .artist)
    try container.encode(kind?.name, forKey: .kind)
    try container.encode(releaseDate?.description, forKey: .releaseDate)
    try container.encode(isExplicit, forKey: .explicit)
    try container.encode(genres, forKey: .genres)
    try container.encode(url?.absoluteString, forKey: .url)
    try container.encode(artwork?.url.absoluteString, forKey: .artworkURL)
  }
}
