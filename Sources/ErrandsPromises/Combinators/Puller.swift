import Errands

/// Takes promises from an iterator, so many at a time, and waits for them: a `when` with a limit.
///
/// Members that are resolved already are gone through in a loop. The original recursed, and looked through all of
/// them for each one: 4,000 took 2.4 seconds.
final class Puller<Source: Thenable, Member: Sendable>: Upstream, @unchecked Sendable {
  // Sendable: the iterator is only touched by whoever `PullState` has let begin to pull.
  typealias Outcome = Swift.Result<Source.T, any Error>

  private let state: Lock<PullState<Member>>
  private let nextMember: () -> Source?
  private let value: @Sendable (Outcome) -> Swift.Result<Member, any Error>
  private let whole: EagerSettlement<[Member]>

  init(
    _ nextMember: @escaping () -> Source?,
    limit: Int,
    into whole: EagerSettlement<[Member]>,
    _ value: @escaping @Sendable (Outcome) -> Swift.Result<Member, any Error>
  ) {
    state = Lock(PullState(limit: limit))
    self.nextMember = nextMember
    self.value = value
    self.whole = whole
  }

  /// Takes as many as there is room for. The iterator is called outside the lock: it is the user's, and may
  /// resolve what it has handed out before.
  func pull() {
    guard state.withLock({ $0.beginPulling() }) else { return }
    while let index = state.withLock({ $0.next() }) {
      guard let member = nextMember() else { return end(state.withLock { $0.exhausted() }) }
      member.whenResolved { self.take($0, at: index) }
      guard let upstream = member.upstream else { continue }
      if let error = state.withLock({ $0.began(index, upstream) }) { upstream.letGo(error) }
    }
  }

  func letGo(_ error: any Error) {
    for upstream in state.withLock({ $0.cancel(error) }) { upstream.letGo(error) }
  }

  private func take(_ outcome: Outcome, at index: Int) {
    let outcome = value(outcome)
    end(state.withLock { $0.take(outcome, at: index) })
    pull()
  }

  private func end(_ outcome: Swift.Result<[Member], any Error>?) {
    if let outcome { whole.settle(outcome) }
  }
}
