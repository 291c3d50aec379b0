/// Work that one thread at a time does for all: a thread that comes while another is at work leaves it to that thread to
/// look again. As a value, under the lock of what it guards.
package struct Turn: Sendable {
  private enum Phase { case free, taken, again }

  private var phase = Phase.free

  package init() {}

  /// True for the thread that is to begin.
  package mutating func begin() -> Bool {
    defer { phase = phase == .free ? .taken : .again }
    return phase == .free
  }

  /// Whether the thread at work has to look again; the turn is over where it has not.
  package mutating func goOn() -> Bool {
    defer { phase = phase == .again ? .taken : .free }
    return phase == .again
  }
}
