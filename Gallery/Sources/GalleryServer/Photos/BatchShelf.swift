import GalleryConnections

/// Which batches there are, as a value: those that run, and those that ended lately.
struct BatchShelf<Batch: Sendable>: Sendable {
  struct Limits: Sendable {
    /// Batches that run at once.
    var running: Int
    /// Batches of one client that run at once.
    var runningOfOne: Int
    /// Batches that have ended.
    var ended: Int
    /// How much those that have ended may weigh together, in bytes of addresses. The latest stays in any case.
    var weight: Int
    /// How long one that has ended is kept.
    var age: Duration
  }

  private struct Ended {
    let id: String
    let batch: Batch
    let weight: Int
    let moment: ContinuousClock.Instant
  }

  private struct Running {
    let batch: Batch
    let client: ClientAddress?
  }

  private let limits: Limits
  private var running: [String: Running] = [:]
  /// The batch that ended longest ago first.
  private var ended: [Ended] = []
  private var isClosed = false

  init(limits: Limits) {
    self.limits = limits
  }

  subscript(id: String) -> Batch? {
    running[id]?.batch ?? ended.first { $0.id == id }?.batch
  }

  /// Running batches and ended ones, in no order.
  var all: [Batch] { running.values.map(\.batch) + ended.map(\.batch) }

  /// What became of a batch that wants to run.
  enum Admission: Equatable {
    case admitted, full
    /// The client has as many as one may have.
    case shareFull
    case closed
  }

  /// - Parameter client: The batch's client; nil where that is not known, which counts for no client's share.
  mutating func admit(_ batch: Batch, as id: String, of client: ClientAddress?) -> Admission {
    guard !isClosed else { return .closed }
    let ofClient = client == nil ? 0 : running.values.count { $0.client == client }
    guard ofClient < limits.runningOfOne else { return .shareFull }
    guard running.count < limits.running else { return .full }
    running[id] = Running(batch: batch, client: client)
    return .admitted
  }

  /// A batch has ended: from now on it counts among those that are kept for a while.
  mutating func end(_ id: String, weight: Int, at moment: ContinuousClock.Instant) {
    guard let batch = running.removeValue(forKey: id)?.batch else { return }
    ended.append(Ended(id: id, batch: batch, weight: weight, moment: moment))
  }

  /// Takes out those that are kept no longer. They are handed over, to be let go of outside a lock.
  mutating func sweep(at moment: ContinuousClock.Instant) -> [Batch] {
    var kept = ended.count
    var weight = ended.reduce(0) { $0 + $1.weight }
    for entry in ended {
      let isTooMuch = kept > limits.ended || (weight > limits.weight && kept > 1)
      guard isTooMuch || moment - entry.moment > limits.age else { break }
      kept -= 1
      weight -= entry.weight
    }
    let swept = ended.prefix(ended.count - kept).map(\.batch)
    ended.removeFirst(swept.count)
    return swept
  }

  /// Admits no batch any more, and gives those that run.
  mutating func close() -> [Batch] {
    isClosed = true
    return running.values.map(\.batch)
  }
}
