import Dispatch

/// Calls to several handlers or hooks, one after the other, of which none holds up the next.
///
/// The thread that begins the round makes the calls itself, in order. Where a call takes longer than a
/// millisecond, a thread that may block goes on with the rest, and another one where that is held up, too.
/// The round ends when every call has been made and has returned, so what is stopped in it has been stopped.
///
/// The first thread waits a second at most for its helpers: where it holds a lock that such a call wants, it
/// would wait for ever, and would not have, had it made the call itself.
///
/// It knows its members by their numbers: a generic round would have a type to look up each time.
@usableFromInline
package final class CallRound: Sendable {
  private let state: Lock<CallRoundState>
  private let call: @Sendable (Int) -> Void
  package static let patience = Duration.seconds(1)

  package init(_ count: Int, _ call: @escaping @Sendable (Int) -> Void) {
    state = Lock(CallRoundState(count: count))
    self.call = call
  }

  /// Makes the call to each of the members, and returns when all have returned, or a second after the last
  /// has been begun.
  ///
  /// The main thread makes all of its calls itself, as code that is called by it may count on being there.
  package static func make<Member: Sendable>(
    _ members: [Member],
    _ call: @escaping @Sendable (Member) -> Void
  ) {
    if members.count == 1 { return call(members[0]) }
    make(count: members.count) { call(members[$0]) }
  }

  /// The same for members that are known by their numbers.
  @usableFromInline
  package static func make(count: Int, _ call: @escaping @Sendable (Int) -> Void) {
    guard count > 1, mayBeHelped else {
      for number in 0..<count { call(number) }
      return
    }
    let round = CallRound(count, call)
    let place = RoundWatch.shared.add(round)
    round.makeAll()
    RoundWatch.shared.remove(place)
  }

  private static var mayBeHelped: Bool {
    #if ERRANDS_EXPLORED
      // Time does not pass there; other threads that go on with a round have scenarios of their own.
      if Interleaving.current != nil { return false }
    #endif
    return !CurrentThread.isMain
  }

  /// Makes the calls that no other thread has begun, and waits for the others.
  ///
  /// - Parameter patience: How long to wait for the others; nil for as long as it takes.
  package func makeAll(patience: Duration? = CallRound.patience) {
    goOn()
    let isDone = state.withLock { $0.leave() }
    _ = isDone?.wait(timeout: patience.map(DispatchTime.after) ?? .distantFuture)
  }

  /// Makes calls until there is none left to begin.
  package func goOn() {
    var (number, waiting) = state.withLock { $0.next() }
    while let current = number {
      call(current)
      (number, waiting) = state.withLock { $0.next(afterAnother: true) }
    }
    waiting?.signal()
  }

  /// False where every call has been begun: there is nothing to help with any more.
  func look() -> Bool {
    let (needsHelp, isLeft) = state.withLock { ($0.look(), $0.isLeft) }
    if needsHelp { WorkerThreads.shared.start { self.goOn() } }
    return isLeft
  }
}

/// The calls of a round that are left, and those that are being made, as a value. Each event answers with
/// what to do.
struct CallRoundState: Sendable {
  private let count: Int
  private var begun = 0
  private var inHand = 0
  /// How many had been begun at the last look.
  private var seen = 0
  /// Where the thread that began the round waits for its helpers.
  private var waiting: BlockingSemaphore?

  init(count: Int) {
    self.count = count
  }

  /// The next call for a thread, or what to wake where the call it has made was the last of all.
  mutating func next(afterAnother: Bool = false) -> (number: Int?, waiting: BlockingSemaphore?) {
    if afterAnother { inHand -= 1 }
    guard begun < count else { return (nil, inHand == 0 ? waiting.take() : nil) }
    defer { begun += 1 }
    inHand += 1
    return (begun, nil)
  }

  /// Whether there are calls to begin.
  var isLeft: Bool { begun < count }

  /// The watch looks how far the round has come. True where it needs help: there are calls to begin, and none
  /// has been begun since the last look.
  mutating func look() -> Bool {
    defer { seen = begun }
    return isLeft && begun == seen
  }

  /// The thread that began the round finds no call left to begin. Gives what to wait for, where calls are
  /// being made.
  mutating func leave() -> BlockingSemaphore? {
    if inHand > 0 { waiting = BlockingSemaphore(value: 0) }
    return waiting
  }
}

/// Looks after rounds of calls, each millisecond, while there are any with calls to begin. One for all of them: a
/// deadline for each round cost more than the calls.
final class RoundWatch: Sendable {
  typealias Place = LinkedSlots<CallRound>.Index

  static let shared = RoundWatch()
  private static let period = Duration.milliseconds(1)

  private struct State {
    var rounds = LinkedSlots<CallRound>()
    var isOnDuty = false
    /// Whether a round has come since the last look; even if it has gone, another may follow soon.
    var isBusy = false
  }

  private let state = Lock(State())

  /// How many rounds are looked after.
  var count: Int { state.withLock { $0.rounds.count } }

  func add(_ round: CallRound) -> Place {
    let (place, isOnDuty) = state.withLock { state in
      defer { (state.isOnDuty, state.isBusy) = (true, true) }
      return (state.rounds.append(round), state.isOnDuty)
    }
    if !isOnDuty { lookLater() }
    return place
  }

  func remove(_ place: Place) {
    // Handed out of the lock: what the round holds may begin others when it is freed.
    _ = state.withLock { $0.rounds.remove(place) }
  }

  private func lookLater() {
    _ = DeadlineQueue.continuous.add(at: .now.advanced(by: Self.period)) { self.look() }
  }

  private func look() {
    let (rounds, wasBusy) = state.withLock { state in
      defer { state.isBusy = false }
      return (Array(state.rounds), state.isBusy)
    }
    var isNeeded = wasBusy
    for round in rounds where round.look() { isNeeded = true }
    let goesOn = state.withLock { [isNeeded] state in
      state.isOnDuty = isNeeded || state.isBusy
      return state.isOnDuty
    }
    if goesOn { lookLater() }
  }
}
