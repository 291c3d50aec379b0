import Errands
import ErrandsEager
import Synchronization

extension Task {
  /// The results of tasks that have all ended, in their order; or the one outcome that their outcomes make up.
  static func results(of tasks: [Task]) -> Result<[TResult], any Error> {
    var (results, errors): ([TResult], [any Error]) = ([], [])
    var (abandonment, cancellation): ((any Error)?, (any Error)?)
    results.reserveCapacity(tasks.count)
    for task in tasks {
      switch task.outcome {
      case .success(let result): results.append(result)
      case .failure(let error) where error is CancellationError: cancellation = error
      case .failure(let error) where error is Abandonment: abandonment = error
      case .failure(let error): errors.append(error)
      case nil: abandonment = Abandonment(origin: nil)
      }
    }
    // A task that was abandoned never ends in Bolts, so what waits for it does not either.
    if let decisive = abandonment ?? cancellation { return .failure(decisive) }
    return errors.isEmpty ? .success(results) : .failure(AggregateError(errors: errors))
  }

  /// A task that ends, when all of them have ended, with what `outcome` makes of them.
  static func afterAll<Answer>(
    _ tasks: [Task],
    _ outcome: @escaping @Sendable ([Task]) -> Result<Answer, any Error>
  ) -> Task<Answer> {
    guard !tasks.isEmpty else { return Task<Answer>(settled: outcome([])) }
    let answer = Task<Answer>()
    let pending = PendingCount(tasks.count)
    let sources = tasks.map { task in
      task.subscribe { _ in
        if pending.leave() { answer.settle(outcome(tasks)) }
      }
    }
    answer.setSource(TaskMembers(sources))
    return answer
  }
}

/// The tasks that another one waits for.
final class TaskMembers: EagerSource {
  /// Empty, once that one has unsubscribed.
  private let sources: Lock<[EagerSubscription]>

  init(_ sources: [EagerSubscription]) {
    self.sources = Lock(sources)
  }

  // A task that goes on kept the handler of each `whenAny` that another one had ended.
  deinit {
    for source in take() { source.leave() }
  }

  func unsubscribe(with error: any Error) {
    CallRound.make(take()) { $0.unsubscribe(with: error) }
  }

  func lend(_ priority: WorkPriority) -> (any EagerSource)? {
    sources.withLock { $0 }.escalate(to: priority)
    return nil
  }

  private func take() -> [EagerSubscription] {
    sources.withLock { sources in
      defer { sources = [] }
      return sources
    }
  }
}

/// How many have not ended yet. Without a lock: a thousand that end at the same time do not queue for one.
final class PendingCount: Sendable {
  private let count: AtomicCell<Int>

  init(_ count: Int) {
    self.count = AtomicCell(count)
  }

  /// One more has ended. True for the last one.
  func leave() -> Bool {
    count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}
