import Errands

/// The loads of one host, in flight and waiting, with its limits, as a value.
struct HostQueue: Sendable {
  typealias Ticket = UInt64

  /// Whether the first load that waits may have a place.
  enum Readiness: Sendable, Equatable {
    /// None waits, or as many are in flight as may.
    case notReady
    /// Not before this time.
    case throttled(until: Duration)
    /// As soon as there is a place of the whole. The priority is that of the first in the queue.
    case ready(WorkPriority)
  }

  private let limit: Int
  private var bucket: TokenBucket?
  private var breaker: BreakerState?
  private var waiting = IndexedHeap<Ticket, AdmissionRank>()
  private(set) var inFlight = 0
  /// When the host last had its turn among hosts, or joined them: the lower, the longer ago.
  private(set) var turn: UInt64 = 0

  init(_ limits: Admission.HostLimits) {
    limit = max(limits.inFlight, 1)
    bucket = limits.rate.map(TokenBucket.init)
    breaker = limits.breaker.map(BreakerState.init)
  }

  var waitingCount: Int { waiting.count }

  /// Whether nothing is lost where the host is forgotten.
  func isForgettable(at now: Duration) -> Bool {
    inFlight == 0 && waiting.isEmpty && bucket?.isFull(at: now) ?? true && breaker?.isFresh(at: now) ?? true
  }

  func readiness(at now: Duration) -> Readiness {
    guard let first = waiting.first, inFlight < limit, breaker?.answer(at: now) ?? .go == .go else {
      return .notReady
    }
    if let bucket, bucket.nextToken > now { return .throttled(until: bucket.nextToken) }
    return .ready(first.rank.priority)
  }

  /// How long a load would have to stay away that comes now; nil where it may wait for a place.
  func refusal(at now: Duration) -> Duration? {
    guard case .refuse(let retryAfter)? = breaker?.answer(at: now) else { return nil }
    return retryAfter
  }

  /// A load joins the queue. A host without any joins the other hosts behind those that have been waiting.
  mutating func wait(_ ticket: Ticket, _ rank: AdmissionRank) {
    if waiting.isEmpty { turn = ticket }
    waiting.set(ticket, to: rank)
  }

  mutating func leave(_ ticket: Ticket) { waiting.remove(ticket) }

  /// The load goes behind those of its new priority. No effect where it has that priority, or does not wait.
  mutating func change(_ ticket: Ticket, to rank: AdmissionRank) {
    guard let former = waiting[ticket], former.priority != rank.priority else { return }
    waiting.set(ticket, to: rank)
  }

  /// The first that waits has a place from now on. To be called where it is ready.
  ///
  /// - Parameter turn: A number higher than those before.
  mutating func begin(
    turn: UInt64,
    at now: Duration
  ) -> (ticket: Ticket, order: UInt64, era: BreakerState.Era)? {
    guard let first = waiting.first else { return nil }
    waiting.remove(first.id)
    inFlight += 1
    self.turn = turn
    bucket?.take(at: now)
    return (first.id, first.rank.order, breaker?.begin(at: now) ?? 0)
  }

  /// A load gives its place back.
  mutating func end(_ era: BreakerState.Era, at now: Duration) {
    inFlight -= 1
    breaker?.end(era, at: now)
  }

  mutating func report(_ report: AdmissionReport, _ era: BreakerState.Era, at now: Duration)
    -> BreakerState.Change
  {
    switch report {
    case .succeeded: breaker?.succeed(era) ?? .none
    case .failed: breaker?.fail(era, at: now) ?? .none
    }
  }

  /// Empties the queue, and gives what was in it, in order.
  mutating func leaveAll() -> [Ticket] {
    defer { waiting = IndexedHeap() }
    return waiting.all.sorted { $0.rank < $1.rank }.map(\.id)
  }
}

/// Which load goes first: by priority, and among equals by order.
struct AdmissionRank: Comparable, Sendable {
  let priority: WorkPriority
  let order: UInt64

  static func < (left: AdmissionRank, right: AdmissionRank) -> Bool {
    left.priority == right.priority ? left.order < right.order : left.priority > right.priority
  }
}

/// What the holder of a place has found out about the host.
enum AdmissionReport: Sendable {
  case succeeded, failed
}
