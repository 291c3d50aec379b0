/// For whose eyes a GIF is, the mildest first.
enum GIFRating: String, Sendable, CaseIterable {
  case g
  case pg
  case pg13 = "pg-13"
  case r

  /// Whether somebody who asked for this rating gets to see one of the other: it and what is milder.
  func admits(_ other: GIFRating) -> Bool {
    (Self.allCases.firstIndex(of: other) ?? 0) <= (Self.allCases.firstIndex(of: self) ?? 0)
  }
}
