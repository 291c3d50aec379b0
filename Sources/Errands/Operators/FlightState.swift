/// One piece of shared work: its run, and its subscribers. A value; the storage around it has the lock, and
/// does what the answers say.
///
/// It does not know the type of what is shared, so that it is compiled once: looking up the types that hang on
/// that one cost more than all it does.
@usableFromInline
struct FlightState: Sendable {
  typealias Place = LinkedSlots<Subscriber>.Index

  struct Subscriber: Sendable {
    let callback: any ErasedCallback
    /// The shared work in which the run was begun; nil where it was begun outside of any.
    let within: FlightStorage?
    var priority: WorkPriority
  }

  @usableFromInline
  struct Joined: Sendable {
    let place: Place
    /// The work is to be begun.
    @usableFromInline var isFirst = false
    /// How far it has come.
    var progress: RunProgress?
    /// Its priority has become higher.
    var raises = false
  }

  struct Left: Sendable {
    /// To be freed outside the lock.
    var subscriber: Subscriber?
    var isLast = false
    /// The run of the work, to be cancelled, as no subscriber is left.
    var run: AnyRun?
    /// Those who are left were all begun in shared work, which may be this one.
    var isInDoubt = false
    /// Its priority has become lower.
    var lowers = false
  }

  private var subscribers = LinkedSlots<Subscriber>()
  private var first: Place?
  /// How many of them were begun outside of shared work.
  private var outsiders = 0
  private var priorities = PriorityCounts()
  private var inFlight = InFlight()
  private(set) var run: AnyRun?
  private var progress: RunProgress?

  init() {}

  /// The highest priority of the subscribers.
  var priority: WorkPriority { priorities.highest ?? .normal }

  /// Whether the subscriber that began the work is still there; it is then the first of them.
  var hasFirst: Bool { first.flatMap { subscribers[$0] } != nil }

  /// The first subscriber.
  mutating func begin(
    _ callback: any ErasedCallback,
    _ priority: WorkPriority,
    within: FlightStorage? = nil
  ) -> Joined {
    let place = add(callback, priority, within)
    first = place
    return Joined(place: place, isFirst: true)
  }

  /// One more subscriber; nil where the work is over.
  mutating func join(
    _ callback: any ErasedCallback,
    _ priority: WorkPriority,
    within: FlightStorage? = nil
  ) -> Joined? {
    if inFlight.isClosed { return nil }
    let before = self.priority
    let place = add(callback, priority, within)
    return Joined(place: place, progress: progress, raises: priority > before)
  }

  /// The run of the work enters; nil where all subscribers have left before it could begin.
  mutating func enter(_ run: AnyRun) -> InFlight.Place? {
    let place = inFlight.enter(run)
    if place != nil { self.run = run }
    return place
  }

  mutating func leave(_ place: Place) -> Left {
    guard let subscriber = subscribers.remove(place) else { return Left() }
    let before = priority
    priorities.remove(subscriber.priority)
    if subscriber.within == nil { outsiders -= 1 }
    guard subscribers.count == 0 else {
      return Left(subscriber: subscriber, isInDoubt: outsiders == 0, lowers: priority < before)
    }
    return Left(subscriber: subscriber, isLast: true, run: close())
  }

  /// The work takes no subscriber any more. Gives its run, to be cancelled, unless it has settled.
  mutating func close() -> AnyRun? {
    _ = inFlight.close()
    return run.take()
  }

  /// The subscribers, all of whom were begun in shared work; nil where there are others, or where the work is over.
  var insiders: LinkedSlots<Subscriber>? { outsiders > 0 || inFlight.isClosed ? nil : subscribers }

  /// Whether that changes the priority of the work.
  mutating func change(_ place: Place, to priority: WorkPriority) -> Bool {
    guard var subscriber = subscribers[place] else { return false }
    let before = self.priority
    priorities.remove(subscriber.priority)
    priorities.add(priority)
    subscriber.priority = priority
    subscribers[place] = subscriber
    return self.priority != before
  }

  /// A report of the work: the subscribers to tell.
  mutating func report(_ progress: RunProgress) -> [Subscriber] {
    self.progress = progress
    return Array(subscribers)
  }

  /// The work has settled: the subscribers to tell.
  mutating func end() -> [any ErasedCallback] {
    defer { (subscribers, run) = (LinkedSlots(), nil) }
    _ = inFlight.close()
    return subscribers.map { $0.callback }
  }

  private mutating func add(
    _ callback: any ErasedCallback,
    _ priority: WorkPriority,
    _ within: FlightStorage?
  ) -> Place {
    priorities.add(priority)
    if within == nil { outsiders += 1 }
    return subscribers.append(Subscriber(callback: callback, within: within, priority: priority))
  }
}

/// The state of one piece of shared work, and its lock: by this it is known inside the work.
final class FlightStorage: Sendable {
  /// The shared work that the current task, or call, is part of.
  @TaskLocal static var current: FlightStorage?

  let state = Lock(FlightState())

  /// Whether anybody waits for the work who is not part of it himself, be it by way of other shared work: work that
  /// waits for itself would go on for ever when all others have left.
  var isHeld: Bool {
    var visited: Set = [ObjectIdentifier(self)]
    var ways: [LinkedSlots<FlightState.Subscriber>.Iterator] = []
    var next = self
    while true {
      guard let insiders = next.state.withLock({ $0.insiders }) else { return true }
      ways.append(insiders.makeIterator())
      var found: FlightStorage?
      while found == nil, !ways.isEmpty {
        if let subscriber = ways[ways.count - 1].next() {
          found = subscriber.within.flatMap { visited.insert(ObjectIdentifier($0)).inserted ? $0 : nil }
        } else {
          ways.removeLast()
        }
      }
      guard let found else { return false }
      next = found
    }
  }
}
