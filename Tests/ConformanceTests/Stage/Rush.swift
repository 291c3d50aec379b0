import Dispatch
import Errands
import ErrandsTesting

/// A queue to which one thread adds work while another settles the work that runs.
final class Rush: Sendable {
  private struct State {
    var running: [Callback<Token>] = []
    var most = 0
  }

  private let style: any StyleUnderTest
  private let queue: WorkQueue
  private let limit: Int
  private let state = Lock(State())
  /// One for each work that has begun.
  private let begun = DispatchSemaphore(value: 0)
  private let ended = Events<Bool>()

  init(_ style: any StyleUnderTest, limit: Int) {
    self.style = style
    self.limit = limit
    queue = WorkQueue(limit: limit)
  }

  func run() async throws {
    let live = LiveObjects()
    // Enough to have the queue at its limit from the beginning to the end.
    for _ in 0..<2 * limit { add() }
    await race(over: Array(0..<Sizes.rounds)) { _ in
      self.add()
    } _: { _ in
      self.settleOne(with: Token(live))
    }
    await onThread { for _ in 0..<2 * self.limit { self.settleOne(with: Token(live)) } }
    let count = Sizes.rounds + 2 * limit
    try await patiently("the end of all work") { try await self.ended.event(count) }
    try requireEqual("works that ran at the same time", state.withLock { $0.most }, limit)
    try requireEqual("works that succeeded", ended.all.filter { $0 }.count, count)
    try await live.mustBeGone()
  }

  private func add() {
    let work = queue.add(style.roundTrip(errand))
    work.run.whenSettled(on: .immediate) { outcome in
      if case .success = outcome { self.ended.record(true) } else { self.ended.record(false) }
    }
  }

  private var errand: Errand<Token> {
    .fromCallback { callback in
      self.state.withLock { state in
        state.running.append(callback)
        state.most = max(state.most, state.running.count)
      }
      self.begun.signal()
    }
  }

  /// There always comes one: for each there is one that was added, and the queue may not keep it from running. A
  /// thread that looked again and again kept those that begin works from the only processor.
  private func settleOne(with token: Token) {
    let patience = DispatchTime.now() + .seconds(Int(Sizes.patience.components.seconds))
    guard begun.wait(timeout: patience) == .success else { return }
    state.withLock { $0.running.popLast() }?.succeed(token)
  }
}
