/// The latest events, for listeners that come back, as a value.
struct EventRing: Sendable {
  private let countLimit: Int
  private let byteLimit: Int
  private var events: ArraySlice<ServerSentEvent> = []
  private var bytes = 0

  /// - Parameters:
  ///   - countLimit: How many are kept.
  ///   - byteLimit: How much they may be together; the latest stays in any case.
  init(countLimit: Int = 1024, byteLimit: Int = 8_000_000) {
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  mutating func append(_ event: ServerSentEvent) {
    events.append(event)
    bytes += event.buffer.readableBytes
    while events.count > countLimit || (bytes > byteLimit && events.count > 1) {
      bytes -= events.removeFirst().buffer.readableBytes
    }
    // What was removed from a slice stays in its storage: up to a thousand events, whatever they weigh.
    if events.startIndex >= events.count { events = ArraySlice(Array(events)) }
  }

  /// The event of this number, and those after it; nil where it is not kept any more.
  ///
  /// - Parameter latest: The one that was given out last.
  func events(after number: UInt64, latest: EventID) -> (seen: EventID, events: ArraySlice<ServerSentEvent>)?
  {
    if number == latest.number { return (latest, []) }
    let missing = Int(latest.number - number)
    guard missing < events.count, let seen = events[events.endIndex - missing - 1].id else { return nil }
    return (seen, events.suffix(missing))
  }
}
