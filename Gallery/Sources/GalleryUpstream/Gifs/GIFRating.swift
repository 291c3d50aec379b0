/// The audience of a GIF, the mildest rating first.
enum GIFRating: String, Sendable, CaseIterable {
  case g
  case pg
  case pg13 = "pg-13"
  case r

  /// Whether a request for this rating gets to see a GIF of the other: it and what is milder.
  func admits(_ other: GIFRating) -> Bool {
    (Self.allCases.firstIndex(of: other) ?? 0) <= (Self.allCases.firstIndex(of: self) ?? 0)
  }
}
