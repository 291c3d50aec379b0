/// What a listener to events can choose to hear of.
enum EventTopic: String, CaseIterable, Sendable {
  /// Ticks, which the clock makes only while it has listeners.
  case clock
  case loads, models, photos
  /// What the network to the own upstream is like, whenever that is changed.
  case network
  /// All runs, which is much: only for those who ask for it.
  case timeline
}

extension Set<EventTopic> {
  /// What is heard by one who does not choose.
  static var usual: Self { Self(EventTopic.allCases).subtracting([.timeline]) }

  /// The topics of a list such as `loads,photos`.
  ///
  /// - Throws: A problem with status 400 for a name that is none.
  init(names: some StringProtocol) throws(Problem) {
    self = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      guard let topic = EventTopic(rawValue: String(name)) else {
        let topics = EventTopic.allCases.map(\.rawValue).joined(separator: ", ")
        throw .badRequest(
          "There is no topic “\(name.prefix(40))”; choose of \(topics), with commas between them."
        )
      }
      insert(topic)
    }
  }
}
