/// The event `photo`: members that are done.
enum MemberNews {
  /// How large the list in one event may become, in bytes. The hub keeps some hundred events for listeners that come
  /// back, and each listener's buffer as many: with lists of any size they would have no bound.
  private static let listLimit = 64_000

  /// The members in as few events as their sizes allow.
  static func lines(of members: [MemberAnswer], in batch: String) -> [String] {
    var lists: [String] = []
    for member in members.map(JSONText.line) {
      if let last = lists.last, last.utf8.count + member.utf8.count < listLimit {
        lists[lists.count - 1] += ",\(member)"
      } else {
        lists.append(member)
      }
    }
    return lists.map { #"{"batch":"\#(batch)","members":[\#($0)]}"# }
  }
}
