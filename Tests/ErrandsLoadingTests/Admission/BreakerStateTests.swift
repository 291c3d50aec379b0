import Testing

@testable import ErrandsLoading

@Suite("The state of a circuit breaker")
struct BreakerStateTests {
  private let cooldown = Duration.seconds(30)

  private func breaker(failures: Int = 3) -> BreakerState {
    BreakerState(CircuitBreaker(failures: failures, cooldown: cooldown))
  }

  /// Begins a load and reports it.
  private func load(_ breaker: inout BreakerState, succeeds: Bool, at now: Duration = .zero)
    -> BreakerState.Change
  {
    let era = breaker.begin(at: now)
    return succeeds ? breaker.succeed(era) : breaker.fail(era, at: now)
  }

  private func open(at now: Duration = .zero) -> BreakerState {
    var breaker = breaker()
    for _ in 0..<3 { _ = load(&breaker, succeeds: false, at: now) }
    return breaker
  }

  @Test("It opens with the last failure of a row, and says when it will be tried again")
  func opens() {
    var breaker = breaker()
    #expect(load(&breaker, succeeds: false) == .none)
    #expect(load(&breaker, succeeds: false) == .none)
    #expect(breaker.answer(at: .zero) == .go)
    #expect(load(&breaker, succeeds: false) == .opened(retryAfter: cooldown))
    #expect(breaker.answer(at: .zero) == .refuse(retryAfter: cooldown))
    #expect(breaker.answer(at: .seconds(29)) == .refuse(retryAfter: .seconds(1)))
  }

  @Test("A success in between begins the row anew")
  func row() {
    var breaker = breaker()
    for succeeds in [false, false, true, false, false] {
      #expect(load(&breaker, succeeds: succeeds) == .none)
    }
    #expect(load(&breaker, succeeds: false) == .opened(retryAfter: cooldown))
  }

  @Test("After the cooldown one load is the trial, and others wait for it")
  func trial() {
    var breaker = open()
    #expect(breaker.answer(at: cooldown) == .go)
    _ = breaker.begin(at: cooldown)
    #expect(breaker.answer(at: cooldown) == .wait)
    #expect(breaker.answer(at: .seconds(3600)) == .wait)
  }

  @Test("The trial's success closes it, for a whole row of failures")
  func closes() {
    var breaker = open()
    #expect(load(&breaker, succeeds: true, at: cooldown) == .closed)
    #expect(breaker.isFresh(at: cooldown))
    #expect(load(&breaker, succeeds: false, at: cooldown) == .none)
    #expect(breaker.answer(at: cooldown) == .go)
  }

  @Test("The trial's failure opens it for another cooldown, though it is one alone")
  func trialFails() {
    var breaker = open()
    #expect(load(&breaker, succeeds: false, at: .seconds(31)) == .opened(retryAfter: cooldown))
    #expect(breaker.answer(at: .seconds(60)) == .refuse(retryAfter: .seconds(1)))
    #expect(breaker.answer(at: .seconds(61)) == .go)
  }

  /// A trial that was cancelled told nothing, and the host was never tried again.
  @Test("A trial that ends without a report leaves its place to the next")
  func trialLeaves() {
    var breaker = open()
    let era = breaker.begin(at: cooldown)
    breaker.end(era, at: cooldown)
    #expect(breaker.answer(at: cooldown) == .go)
    let next = breaker.begin(at: cooldown)
    #expect(breaker.succeed(era) == .none)
    #expect(breaker.fail(era, at: cooldown) == .none)
    #expect(breaker.succeed(next) == .closed)
  }

  /// Ten loads were in flight when the host went down. The first five opened the breaker, and each of the others
  /// put off the trial once more.
  @Test("What began before it opened says nothing any more, good or bad")
  func late() {
    var breaker = breaker()
    let early = (0..<6).map { _ in breaker.begin(at: .zero) }
    for era in early.prefix(3) { _ = breaker.fail(era, at: .zero) }
    #expect(breaker.fail(early[3], at: .seconds(20)) == .none)
    #expect(breaker.succeed(early[4]) == .none)
    #expect(breaker.answer(at: .seconds(29)) == .refuse(retryAfter: .seconds(1)))
    let trial = breaker.begin(at: cooldown)
    breaker.end(early[5], at: cooldown)
    #expect(breaker.answer(at: cooldown) == .wait)
    #expect(breaker.succeed(trial) == .closed)
    #expect(breaker.fail(early[3], at: cooldown) == .none)
  }

  @Test("A load that ends without a report changes nothing where the breaker is closed")
  func silent() {
    var breaker = breaker()
    breaker.end(breaker.begin(at: .zero), at: .zero)
    #expect(breaker.answer(at: .zero) == .go)
    #expect(breaker.isFresh(at: .zero))
  }

  @Test("Failures are forgotten ten minutes after the last, and a row begins anew")
  func forgets() {
    var breaker = breaker()
    _ = load(&breaker, succeeds: false)
    _ = load(&breaker, succeeds: false)
    #expect(!breaker.isFresh(at: .seconds(599)))
    #expect(breaker.isFresh(at: .seconds(600)))
    #expect(load(&breaker, succeeds: false, at: .seconds(600)) == .none)
    #expect(load(&breaker, succeeds: false, at: .seconds(1_199)) == .none)
    #expect(load(&breaker, succeeds: false, at: .seconds(1_200)) == .opened(retryAfter: cooldown))
  }

  @Test("An open one is closed again by then, without a trial; but not in the middle of one")
  func forgetsOpen() {
    var breaker = open()
    #expect(breaker.isFresh(at: .seconds(600)))
    let first = breaker.begin(at: .seconds(600))
    #expect(breaker.answer(at: .seconds(600)) == .go)
    #expect(breaker.fail(first, at: .seconds(600)) == .none)
    breaker = open()
    _ = breaker.begin(at: cooldown)
    #expect(!breaker.isFresh(at: .seconds(3600)))
    #expect(breaker.answer(at: .seconds(3600)) == .wait)
  }

  @Test("A cooldown of an hour is not forgotten before it has passed")
  func longCooldown() {
    var breaker = BreakerState(CircuitBreaker(failures: 1, cooldown: .seconds(3600)))
    _ = breaker.fail(breaker.begin(at: .zero), at: .zero)
    #expect(!breaker.isFresh(at: .seconds(3599)))
    #expect(breaker.answer(at: .seconds(3599)) == .refuse(retryAfter: .seconds(1)))
  }

  @Test("Of limits that make no sense something sensible is made")
  func extremes() {
    var eager = BreakerState(CircuitBreaker(failures: 0, cooldown: .seconds(-1)))
    #expect(eager.fail(eager.begin(at: .zero), at: .zero) == .opened(retryAfter: .zero))
    #expect(eager.answer(at: .zero) == .go)
    var stubborn = BreakerState(CircuitBreaker(failures: 1, cooldown: .seconds(Int64.max)))
    _ = stubborn.fail(stubborn.begin(at: .zero), at: .zero)
    guard case .refuse = stubborn.answer(at: .seconds(1_000_000)) else {
      Issue.record("It is open for as long as a clock can count.")
      return
    }
  }
}
