import Errands

@testable import ErrandsLoading

/// What ``AdmissionState`` is to do, with lists that are looked through from end to end, and times in milliseconds.
struct NaiveAdmission {
  struct Load {
    let id: Int
    let host: String
    var priority: WorkPriority
    var order: Int
  }

  struct Rate {
    var interval: Int
    var burst: Int
  }

  struct Bucket {
    var level: Int
    var time: Int
  }

  let total: Int
  let perHost: Int
  let limit: Int
  let rate: Rate?
  private(set) var waiting: [Load] = []
  private(set) var inFlight: [Int: String] = [:]
  private var turns: [String: Int] = [:]
  private var buckets: [String: Bucket] = [:]
  private var number = 0

  init(total: Int, perHost: Int, limit: Int, rate: Rate?) {
    self.total = total
    self.perHost = perHost
    self.limit = limit
    self.rate = rate
  }

  /// The loads that have their places now, in order; the load itself is refused where it is in `refused`.
  mutating func enter(_ id: Int, _ host: String, _ priority: WorkPriority, at now: Int)
    -> (given: [Int], refused: [Int])
  {
    if !waiting.contains(where: { $0.host == host }) { turns[host] = nextNumber() }
    waiting.append(Load(id: id, host: host, priority: priority, order: nextNumber()))
    let given = advance(at: now)
    guard waiting.count > limit else { return (given, []) }
    leave(id)
    return (given, [id])
  }

  mutating func leave(_ id: Int) { waiting.removeAll { $0.id == id } }

  mutating func change(_ id: Int, to priority: WorkPriority) {
    guard let index = waiting.firstIndex(where: { $0.id == id }), waiting[index].priority != priority else {
      return
    }
    waiting[index].priority = priority
    waiting[index].order = nextNumber()
  }

  mutating func release(_ id: Int, at now: Int) -> [Int] {
    inFlight[id] = nil
    return advance(at: now)
  }

  mutating func advance(at now: Int) -> [Int] {
    var given: [Int] = []
    while inFlight.count < total, let load = next(at: now) {
      leave(load.id)
      inFlight[load.id] = load.host
      turns[load.host] = nextNumber()
      if let rate {
        buckets[load.host] = Bucket(level: level(of: load.host, at: now) - rate.interval, time: now)
      }
      given.append(load.id)
    }
    return given
  }

  func inFlight(to host: String) -> Int { inFlight.values.count { $0 == host } }

  private func level(of host: String, at now: Int) -> Int {
    guard let rate else { return 0 }
    let bucket = buckets[host] ?? Bucket(level: rate.interval * rate.burst, time: now)
    return min(rate.interval * rate.burst, bucket.level + now - bucket.time)
  }

  /// Of the first loads of all hosts that have room and a token, the one that is more urgent than all others or, of
  /// several, that whose host has waited longest for its turn.
  private func next(at now: Int) -> Load? {
    let firsts = Set(waiting.map(\.host)).compactMap { host in
      waiting.filter { $0.host == host }.min { ($1.priority, $0.order) < ($0.priority, $1.order) }
    }
    let able = firsts.filter { load in
      inFlight(to: load.host) < perHost && (rate.map { level(of: load.host, at: now) >= $0.interval } ?? true)
    }
    return able.min { ($1.priority, turns[$0.host] ?? 0) < ($0.priority, turns[$1.host] ?? 0) }
  }

  private mutating func nextNumber() -> Int {
    number += 1
    return number
  }
}
