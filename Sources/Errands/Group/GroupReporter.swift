/// Passes on how far a group has come, by one thread at a time.
///
/// Members settle on many threads. If each reported what it saw, an older count could arrive after a newer
/// one, with a total that is smaller than what has entered since. So whoever comes while another is reporting
/// leaves it to that one to look again.
final class GroupReporter: Sendable {
  private enum Phase { case idle, reporting, again }

  private let phase = Lock(Phase.idle)
  private let read: @Sendable () -> RunProgress
  private let pass: @Sendable (RunProgress) -> Void

  /// - Parameters:
  ///   - read: How far the group has come by now.
  ///   - pass: Is given that, by one thread at a time.
  init(read: @escaping @Sendable () -> RunProgress, pass: @escaping @Sendable (RunProgress) -> Void) {
    self.read = read
    self.pass = pass
  }

  func report() {
    let isFirst = phase.withLock { phase in
      defer { phase = phase == .idle ? .reporting : .again }
      return phase == .idle
    }
    guard isFirst else { return }
    repeat { pass(read()) } while goesOn()
  }

  private func goesOn() -> Bool {
    phase.withLock { phase in
      defer { phase = phase == .again ? .reporting : .idle }
      return phase == .again
    }
  }
}
