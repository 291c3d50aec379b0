/// The queues in which a run has a place, or a parent that does nothing but wait for it. There it needs no
/// second place, and to wait for one could be to wait for itself.
///
/// One place lies here, as few runs have more; the others are linked.
@usableFromInline
struct WorkPlaces: Sendable {
  private var newest: ObjectIdentifier?
  private var older: Older?

  @usableFromInline
  init() {}

  mutating func add(_ queue: ObjectIdentifier) {
    if let newest { older = Older(newest, behind: older) }
    newest = queue
  }

  func contains(_ queue: WorkQueue) -> Bool {
    // A queue in which no work runs ends the search: of 100,000 queues inside one another each is asked once.
    guard let newest, queue.runningCount > 0 else { return false }
    let queue = ObjectIdentifier(queue)
    return newest == queue
      || sequence(first: older) { $0?.behind }.prefix { $0 != nil }.contains { $0?.queue == queue }
  }

  private final class Older: @unchecked Sendable {
    // Sendable: nothing changes but in the deinit.
    let queue: ObjectIdentifier
    @exclusivity(unchecked) private(set) var behind: Older?

    init(_ queue: ObjectIdentifier, behind: Older?) {
      self.queue = queue
      self.behind = behind
    }

    /// One after the other: a long list would overflow the stack.
    deinit {
      var next = behind.take()
      while next != nil, isKnownUniquelyReferenced(&next) { next = next?.behind.take() }
    }
  }
}
