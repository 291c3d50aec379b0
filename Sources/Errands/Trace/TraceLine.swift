/// The events that a thread still has to tell the observers of.
///
/// An observer that cancels the run it hears of causes an event inside the event. Told at once, it would
/// reach the observers behind before the event that caused it: settled first and started afterwards. So the
/// first event on a thread keeps a list, which the events inside it only add to.
enum TraceLine {
  private static let list = ThreadLocalList<TraceEvent>()

  static func join(_ event: TraceEvent) {
    if list.add(event) { return }
    list.keep { later in
      Trace.tellObservers(event)
      later.drain(Trace.tellObservers)
    }
  }
}
