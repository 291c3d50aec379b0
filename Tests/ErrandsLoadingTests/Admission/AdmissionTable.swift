import Errands

@testable import ErrandsLoading

/// An ``AdmissionState`` and those who use it: what it answers is done here, and written down.
struct AdmissionTable {
  var state: AdmissionState<Int>
  private let limits: Admission.HostLimits
  private(set) var tickets: [Int: UInt64] = [:]
  private(set) var places: [Int: AdmissionPermit] = [:]
  /// Who has had a place, and who was refused one, since it was last asked.
  private var given: [Int] = []
  private var refused: [Int] = []
  private(set) var errors: [AdmissionError] = []
  /// The timer that is set.
  private(set) var alarm: (number: UInt64, time: Duration)?

  init(
    total: Int = 64,
    perHost: Int = 8,
    waiting: Int = 10_000,
    rate: RateLimit? = nil,
    breaker: CircuitBreaker? = nil
  ) {
    state = AdmissionState(total: total, waiting: waiting)
    limits = Admission.HostLimits(inFlight: perHost, rate: rate, breaker: breaker)
  }

  @discardableResult
  mutating func enter(
    _ id: Int,
    _ host: String = "a",
    _ priority: WorkPriority = .normal,
    since order: UInt64? = nil,
    at now: Duration = .zero
  )
    -> [Int]
  {
    let limits = limits
    let (ticket, actions) = state.enter(
      id,
      host: host,
      limits: limits,
      priority: priority,
      since: order,
      at: now
    )
    tickets[id] = ticket
    perform(actions)
    return takeGiven()
  }

  @discardableResult
  mutating func release(_ id: Int, at now: Duration = .zero) -> [Int] {
    guard let permit = places.removeValue(forKey: id) else { return [] }
    perform(state.release(permit, at: now))
    return takeGiven()
  }

  @discardableResult
  mutating func report(_ report: AdmissionReport, of id: Int, at now: Duration = .zero) -> [Int] {
    guard let permit = places[id] else { return [] }
    perform(state.report(report, of: permit, at: now))
    return takeGiven()
  }

  @discardableResult
  mutating func withdraw(_ id: Int, at now: Duration = .zero) -> [Int] {
    guard let ticket = tickets.removeValue(forKey: id) else { return [] }
    perform(state.withdraw(ticket, at: now))
    return takeGiven()
  }

  @discardableResult
  mutating func change(_ id: Int, to priority: WorkPriority, at now: Duration = .zero) -> [Int] {
    guard let ticket = tickets[id] else { return [] }
    perform(state.change(ticket, at: now) { _ in priority })
    return takeGiven()
  }

  /// The timer rings, at its time.
  @discardableResult
  mutating func ring() -> [Int] {
    guard let (number, time) = alarm else { return [] }
    alarm = nil
    perform(state.ring(number, at: time))
    return takeGiven()
  }

  private mutating func perform(_ actions: [AdmissionState<Int>.Action]) {
    for action in actions {
      switch action {
      case .give(let id, let permit):
        (tickets[id], places[id]) = (nil, permit)
        given.append(id)
      case .refuse(let id, let error):
        tickets[id] = nil
        refused.append(id)
        errors.append(error)
      case .free(let id): tickets[id] = nil
      case .alarm(.set(let number, let time, _)): alarm = (number, time)
      case .alarm(.cancel): alarm = nil
      case .alarm(.keep): break
      }
    }
  }

  private mutating func takeGiven() -> [Int] {
    defer { given = [] }
    return given
  }

  mutating func takeRefused() -> [Int] {
    defer { refused = [] }
    return refused
  }
}
