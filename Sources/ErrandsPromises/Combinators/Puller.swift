import Errands
import ErrandsEager

/// Takes promises from an iterator, so many at a time, and waits for them: a `when` with a limit.
///
/// Members that are resolved already are gone through in a loop. The original recursed, and looked through all of
/// them for each one: 4,000 took 2.4 seconds.
///
/// Its members' handlers hold it: when the whole has ended, it lets go of that, of the iterator, and of the values.
final class Puller<Source: Thenable, Member: Sendable>: @unchecked Sendable {
  // Sendable: the iterator is only touched by the thread that `PullState` has let begin to pull.
  typealias Outcome = Swift.Result<Source.T, any Error>

  private struct Work: Sendable {
    /// May cross threads: see above.
    let nextMember: Unchecked<() -> Source?>
    let whole: EagerSettlement<[Member]>
  }

  private let state: Lock<PullState<Member>>
  /// Nil, once the whole has ended.
  private let work: Lock<Work?>
  private let value: @Sendable (Outcome) -> Swift.Result<Member, any Error>

  init(
    _ nextMember: @escaping () -> Source?,
    limit: Int,
    into whole: EagerSettlement<[Member]>,
    _ value: @escaping @Sendable (Outcome) -> Swift.Result<Member, any Error>
  ) {
    state = Lock(PullState(limit: limit))
    work = Lock(Work(nextMember: Unchecked(nextMember), whole: whole))
    self.value = value
  }

  /// Takes as many as there is room for. The iterator is called outside the lock: it is the user's, and may
  /// resolve what it has handed out before.
  func pull() {
    guard let work = work.withLock({ $0 }), state.withLock({ $0.beginPulling() }) else { return }
    while let index = state.withLock({ $0.next() }) {
      guard let member = work.nextMember.value() else { return end(state.withLock { $0.exhausted() }) }
      guard let source = member.subscribe({ self.take($0, at: index) }) else { continue }
      switch state.withLock({ $0.began(index, source) }) {
      case .goesOn: if let lent = state.withLock({ $0.lent }) { source.escalate(to: lent) }
      case .isLeft: source.leave()
      case .isUnsubscribed(let error): source.unsubscribe(with: error)
      }
    }
  }

  func unsubscribe(with error: any Error) {
    for source in state.withLock({ $0.cancel(error) }) { source.unsubscribe(with: error) }
  }

  func lend(_ priority: WorkPriority) { state.withLock { $0.lend(priority) }.escalate(to: priority) }

  private func take(_ outcome: Outcome, at index: Int) {
    let outcome = value(outcome)
    end(state.withLock { $0.take(outcome, at: index) })
    pull()
  }

  private func end(_ outcome: Swift.Result<[Member], any Error>?) {
    if let outcome { work.withLock { $0 }?.whole.settle(outcome) }
  }

  /// The whole has ended. What is let go of goes outside the locks.
  func letGo() {
    _ = work.withLock { $0.take() }
    let (underWay, freed) = state.withLock { $0.end() }
    withExtendedLifetime(freed) {
      for source in underWay { source.leave() }
    }
  }
}

/// The source of the whole. Its end tells that the whole has ended.
final class PullerSource<Source: Thenable, Member: Sendable>: EagerSource {
  private let puller: Puller<Source, Member>

  init(_ puller: Puller<Source, Member>) { self.puller = puller }

  deinit { puller.letGo() }

  func unsubscribe(with error: any Error) { puller.unsubscribe(with: error) }

  func lend(_ priority: WorkPriority) -> (any EagerSource)? {
    puller.lend(priority)
    return nil
  }
}
