/// One piece of shared work: its run, and its subscribers. A value; the storage around it has the lock, and
/// does what the answers say.
///
/// It does not know the type of what is shared, so that it is compiled once: looking up the types that hang on
/// that one cost more than all it does.
struct FlightState: Sendable {
  typealias Place = LinkedSlots<Subscriber>.Index

  struct Subscriber: Sendable {
    let callback: any ErasedCallback
    var priority: WorkPriority
  }

  struct Joined: Sendable {
    let place: Place
    /// The work is to be begun.
    var isFirst = false
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
    /// Its priority has become lower.
    var lowers = false
  }

  private var subscribers = LinkedSlots<Subscriber>()
  private var first: Place?
  /// How many there are of each priority, so that to leave costs the same however many share the work.
  private var counts = SIMD8<Int32>()
  private var inFlight = InFlight()
  private(set) var run: AnyRun?
  private var progress: RunProgress?

  init() {}

  /// The highest priority of the subscribers.
  var priority: WorkPriority {
    WorkPriority.allCases.last { counts[$0.rawValue] > 0 } ?? .normal
  }

  /// Whether the subscriber that began the work is still there; it is then the first of them.
  var hasFirst: Bool { first.flatMap { subscribers[$0] } != nil }

  /// The first subscriber.
  mutating func begin(_ callback: any ErasedCallback, _ priority: WorkPriority) -> Joined {
    let place = add(callback, priority)
    first = place
    return Joined(place: place, isFirst: true)
  }

  /// One more subscriber; nil where the work is over.
  mutating func join(_ callback: any ErasedCallback, _ priority: WorkPriority) -> Joined? {
    if inFlight.isClosed { return nil }
    let before = self.priority
    return Joined(place: add(callback, priority), progress: progress, raises: priority > before)
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
    counts[subscriber.priority.rawValue] -= 1
    guard subscribers.count == 0 else { return Left(subscriber: subscriber, lowers: priority < before) }
    _ = inFlight.close()
    return Left(subscriber: subscriber, isLast: true, run: run.take())
  }

  /// Whether that changes the priority of the work.
  mutating func change(_ place: Place, to priority: WorkPriority) -> Bool {
    guard var subscriber = subscribers[place] else { return false }
    let before = self.priority
    counts[subscriber.priority.rawValue] -= 1
    counts[priority.rawValue] += 1
    subscriber.priority = priority
    subscribers[place] = subscriber
    return self.priority != before
  }

  /// A report of the work: the subscribers to tell.
  mutating func report(_ progress: RunProgress) -> [any ErasedCallback] {
    self.progress = progress
    return subscribers.map { $0.callback }
  }

  /// The work has settled: the subscribers to tell.
  mutating func end() -> [any ErasedCallback] {
    defer { (subscribers, run) = (LinkedSlots(), nil) }
    _ = inFlight.close()
    return subscribers.map { $0.callback }
  }

  private mutating func add(_ callback: any ErasedCallback, _ priority: WorkPriority) -> Place {
    counts[priority.rawValue] += 1
    return subscribers.append(Subscriber(callback: callback, priority: priority))
  }
}
