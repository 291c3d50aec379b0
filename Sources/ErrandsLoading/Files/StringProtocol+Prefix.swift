extension StringProtocol {
  /// As many whole characters as there is room for.
  func prefix(utf8 limit: Int) -> String {
    var room = limit
    return String(
      prefix { character in
        room -= character.utf8.count
        return room >= 0
      }
    )
  }
}
