import GalleryJobs

/// The event `photo`: members that are done.
enum MemberNews {
  /// How large the list in one event may become, in bytes. The hub keeps the latest events for listeners that come back:
  /// with lists of any size a listener would take much memory, or miss much.
  private static let listLimit = 64_000

  /// The members in as few events as their sizes allow.
  static func drafts(of members: [(place: Int64, answer: MemberAnswer)], in batch: String) -> [EventDraft] {
    var lists: [(first: Int64, place: Int64, text: String)] = []
    for (place, answer) in members {
      let member = JSONText.line(answer)
      if let last = lists.last, last.text.utf8.count + member.utf8.count < listLimit {
        lists[lists.count - 1].text += ",\(member)"
        lists[lists.count - 1].place = place
      } else {
        lists.append((place, place, member))
      }
    }
    return lists.map { first, place, text in
      let data = #"{"batch":"\#(batch)","members":[\#(text)]}"#
      return EventDraft(name: "photo", data: data, topic: .photos, batch: batch, place: place, first: first)
    }
  }
}
