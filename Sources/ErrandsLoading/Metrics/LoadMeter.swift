import Errands

/// Adds up what one load takes. A value; times are those since its beginning.
struct LoadMeter: Sendable {
  private var sum = LoadMetrics(ending: .succeeded)
  private var phase: (phase: LoadPhase, since: Duration)?

  /// The load is busy with something else from now on; nil for nothing that is measured.
  mutating func enter(_ next: LoadPhase?, at now: Duration) {
    if let phase { sum[keyPath: phase.phase.duration] += now - phase.since }
    phase = next.map { ($0, now) }
  }

  mutating func tried() { sum.attempts += 1 }

  mutating func redirected() { sum.redirects += 1 }

  mutating func received(_ count: Int) { sum.bytesReceived += Int64(count) }

  mutating func shared() { sum.isShared = true }

  /// The answer comes from there, unless it turns out that it does not.
  mutating func came(from tier: LoadMetrics.Tier) { sum.tier = tier }

  /// A server's head has come.
  mutating func answered(_ timings: TransportTimings?, by peer: TransportPeer?) {
    sum.tier = .server
    (sum.timings, sum.peer) = (timings, peer)
  }

  /// What has been taken by now.
  func metrics(at now: Duration) -> LoadMetrics {
    var copy = self
    copy.enter(nil, at: now)
    copy.sum.total = now
    return copy.sum
  }
}

extension LoadMetrics {
  /// With what was taken by work that this load shares. Its own beginning and end count.
  mutating func add(_ work: LoadMetrics) {
    attempts += work.attempts
    redirects += work.redirects
    bytesReceived += work.bytesReceived
    for phase in LoadPhase.allCases where phase != .decoding {
      self[keyPath: phase.duration] += work[keyPath: phase.duration]
    }
    tier = tier ?? work.tier
    if timings == nil, peer == nil { (timings, peer) = (work.timings, work.peer) }
  }
}

extension LoadPhase {
  fileprivate var duration: WritableKeyPath<LoadMetrics, Duration> & Sendable {
    switch self {
    case .place: \.waitingForPlace
    case .head: \.waitingForHead
    case .body: \.receiving
    case .storing: \.storing
    case .pause: \.pausing
    case .decoding: \.decoding
    }
  }
}
