extension String {
  /// Its beginning, of so many bytes of UTF-8 at most.
  ///
  /// What counts letters bounds nothing: one letter with half a million marks on it is one, and twenty-four of those as titles held
  /// up a server for half a minute whenever somebody looked at them.
  package func beginning(ofBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var room = limit
    let kept = unicodeScalars.prefix { scalar in
      room -= UTF8.width(scalar)
      return room >= 0
    }
    return String(String.UnicodeScalarView(kept))
  }
}
