import Errands

/// Which loads are in flight and which wait, over all hosts, as a value: no lock, no clock, no callback. Each
/// event takes the time, and answers with what to do; each costs O(log n) of loads and of hosts, but for the one
/// that opens a breaker and refuses all loads that wait for its host.
///
/// After each event no load waits that may go: a load whose host has a place for it is only held up by the limit of
/// the whole. Among hosts the one goes first whose first load has the highest priority, and among equals the one
/// whose last turn is longest ago, so that a host with a thousand loads takes turns with a host that has one.
struct AdmissionState<Waiter: Sendable>: Sendable {
  typealias Ticket = HostQueue.Ticket

  enum Action: Sendable {
    /// The waiter has a place, and is to be given it.
    case give(Waiter, AdmissionPermit)
    case refuse(Waiter, AdmissionError)
    /// The waiter has left, and is to be let go of.
    case free(Waiter)
    /// Of ``AdmissionAlarm``.
    case alarm(AdmissionAlarm.Answer)
  }

  private struct Waiting: Sendable {
    let waiter: Waiter
    let host: String
  }

  private let total: Int
  private let limit: Int
  private var waiting: [Ticket: Waiting] = [:]
  private var hosts: [String: HostQueue] = [:]
  /// Hosts whose first load lacks nothing but a place of the whole.
  private var ready = IndexedHeap<String, AdmissionRank>()
  /// Hosts whose first load lacks a token, by the time at which there is one.
  private var throttled = IndexedHeap<String, Duration>()
  private var alarm = AdmissionAlarm()
  private var lastNumber: UInt64 = 0
  private(set) var inFlight = 0
  /// The time of the last event.
  private var latest = Duration.zero
  /// How many hosts were kept at the last clearing.
  private var kept = 0

  /// - Parameters:
  ///   - total: Loads in flight at once.
  ///   - waiting: Loads that may wait.
  init(total: Int, waiting: Int) {
    self.total = max(total, 1)
    limit = max(waiting, 0)
  }

  var counts: Admission.Counts { .init(inFlight: inFlight, waiting: waiting.count) }
  var countsByHost: [String: Admission.Counts] {
    hosts.mapValues { .init(inFlight: $0.inFlight, waiting: $0.waitingCount) }
      .filter { $0.value != .init() }
  }
  /// Hosts that it keeps in mind.
  var hostCount: Int { hosts.count }

  func counts(of host: String) -> Admission.Counts {
    hosts[host].map { .init(inFlight: $0.inFlight, waiting: $0.waitingCount) } ?? .init()
  }

  // MARK: Events

  /// A load comes. The ticket is nil where it does not wait.
  ///
  /// - Parameters:
  ///   - limits: Of the host; asked for where it is not known yet.
  ///   - order: Of a load that has had a place before, as its permit had it: it has been waiting since then. Nil for one that comes
  ///     for the first time.
  mutating func enter(
    _ waiter: Waiter,
    host name: String,
    limits: @autoclosure () -> Admission.HostLimits,
    priority: WorkPriority,
    since order: UInt64? = nil,
    at now: Duration
  ) -> (ticket: Ticket?, actions: [Action]) {
    let now = pass(to: now)
    var host = hosts.removeValue(forKey: name) ?? newHost(limits(), at: now)
    if let retryAfter = host.refusal(at: now) {
      hosts[name] = host
      return (nil, [.refuse(waiter, .hostUnavailable(host: name, retryAfter: retryAfter))])
    }
    let ticket = nextNumber()
    host.wait(ticket, AdmissionRank(priority: priority, order: order ?? ticket))
    hosts[name] = host
    waiting[ticket] = Waiting(waiter: waiter, host: name)
    lineUp(name, at: now)
    var actions = advance(at: now)
    guard waiting[ticket] != nil else { return (nil, actions) }
    guard waiting.count > limit, remove(ticket, at: now) != nil else { return (ticket, actions) }
    actions += [.refuse(waiter, .tooManyWaiting(host: name, limit: limit))] + moveAlarm()
    return (nil, actions)
  }

  /// A load that waits has another priority: it goes behind those of that priority that wait already.
  ///
  /// - Parameter priority: Asked for inside the event: of two changes at once, the last one counts.
  mutating func change(_ ticket: Ticket, at now: Duration, to priority: (Waiter) -> WorkPriority) -> [Action]
  {
    guard let entry = waiting[ticket] else { return [] }
    let now = pass(to: now)
    let rank = AdmissionRank(priority: priority(entry.waiter), order: nextNumber())
    hosts[entry.host]?.change(ticket, to: rank)
    lineUp(entry.host, at: now)
    return advance(at: now)
  }

  /// A load leaves the queue. No effect where it does not wait.
  mutating func withdraw(_ ticket: Ticket, at now: Duration) -> [Action] {
    let now = pass(to: now)
    guard let entry = remove(ticket, at: now) else { return [] }
    return [.free(entry.waiter)] + advance(at: now)
  }

  /// A place is given back.
  mutating func release(_ permit: AdmissionPermit, at now: Duration) -> [Action] {
    let now = pass(to: now)
    inFlight -= 1
    hosts[permit.host]?.end(permit.era, at: now)
    lineUp(permit.host, at: now)
    return advance(at: now)
  }

  /// The holder of a place tells what it has found out about the host.
  mutating func report(_ report: AdmissionReport, of permit: AdmissionPermit, at now: Duration) -> [Action] {
    let now = pass(to: now)
    guard let change = hosts[permit.host]?.report(report, permit.era, at: now) else { return [] }
    switch change {
    case .none: return []
    case .closed:
      lineUp(permit.host, at: now)
      return advance(at: now)
    case .opened(let retryAfter):
      let leaving = hosts[permit.host]?.leaveAll().compactMap { waiting.removeValue(forKey: $0) } ?? []
      lineUp(permit.host, at: now)
      let error = AdmissionError.hostUnavailable(host: permit.host, retryAfter: retryAfter)
      return leaving.map { .refuse($0.waiter, error) } + advance(at: now)
    }
  }

  /// The timer with this number rings.
  mutating func ring(_ number: UInt64, at now: Duration) -> [Action] {
    alarm.ring(number)
    return advance(at: pass(to: now))
  }

  /// The timer has been made; see ``AdmissionAlarm/keep(_:as:)``.
  mutating func keep(_ timer: any Cancellable, as number: UInt64) -> (any Cancellable)? {
    alarm.keep(timer, as: number)
  }

  // MARK: Steps

  /// Time does not go back, though two threads that have looked at the clock may come in the other order: a host that was ready would
  /// be so no more, and nobody would ask again.
  private mutating func pass(to now: Duration) -> Duration {
    latest = max(latest, now)
    return latest
  }

  private mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Gives places to all loads that may have one by now.
  private mutating func advance(at now: Duration) -> [Action] {
    while let first = throttled.first, first.rank <= now { lineUp(first.id, at: now) }
    var actions: [Action] = []
    while inFlight < total, let first = ready.first {
      let turn = nextNumber()
      guard let begun = hosts[first.id]?.begin(turn: turn, at: now) else { break }
      inFlight += 1
      lineUp(first.id, at: now)
      guard let entry = waiting.removeValue(forKey: begun.ticket) else { continue }
      actions.append(.give(entry.waiter, AdmissionPermit(host: first.id, era: begun.era, order: begun.order)))
    }
    return actions + moveAlarm()
  }

  /// The host joins those that are ready or throttled, moves among them, or leaves.
  private mutating func lineUp(_ name: String, at now: Duration) {
    guard let host = hosts[name] else { return }
    switch host.readiness(at: now) {
    case .ready(let priority):
      throttled.remove(name)
      ready.set(name, to: AdmissionRank(priority: priority, order: host.turn))
    case .throttled(let end):
      ready.remove(name)
      throttled.set(name, to: end)
    case .notReady:
      ready.remove(name)
      throttled.remove(name)
      if host.isForgettable(at: now) { hosts[name] = nil }
    }
  }

  private mutating func remove(_ ticket: Ticket, at now: Duration) -> Waiting? {
    guard let entry = waiting.removeValue(forKey: ticket) else { return nil }
    hosts[entry.host]?.leave(ticket)
    lineUp(entry.host, at: now)
    return entry
  }

  private mutating func moveAlarm() -> [Action] {
    switch alarm.move(to: throttled.first?.rank) {
    case .keep: []
    case let answer: [.alarm(answer)]
    }
  }

  /// A host that has had its loads is kept in mind until its bucket is full and its failures are forgotten. Where
  /// half of those that are known might be such, they are looked through.
  private mutating func newHost(_ limits: Admission.HostLimits, at now: Duration) -> HostQueue {
    if hosts.count >= 2 * kept + 64 {
      hosts = hosts.filter { !$0.value.isForgettable(at: now) }
      kept = hosts.count
    }
    return HostQueue(limits)
  }
}
