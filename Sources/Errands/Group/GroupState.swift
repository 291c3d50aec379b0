/// What a group knows: its members, the waiters for them, and their followers. A value; ``Group`` takes the
/// lock and performs what it answers.
struct GroupState<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>
  typealias Waiter = @Sendable ([Outcome]) -> Void
  /// Is told that a member entered or settled, and looks for itself.
  typealias Follower = @Sendable () -> Void
  /// Settles when the members in flight have; its delivery queues keep the handlers of `notify` in order.
  typealias Announcement = Run<[Outcome]>

  /// What to do outside the lock after a member settled.
  struct Departure: Sendable {
    /// Told where other members are in flight.
    var followers: [Follower] = []
    /// Told before all others, as they only wake tasks and threads.
    var waiters: [Waiter] = []
    /// They do more than wake a waiter, and must not hold up one another.
    var listeners: [Listener] = []
    /// Empty unless there is a waiter or a listener to tell.
    var outcomes: [Outcome] = []
    let former: GroupMembers<Value>.Member
  }

  /// What is told that the last member has settled.
  enum Listener: Sendable {
    case following(Follower, Waiter)
    case announcing(Announcement)

    func hear(_ outcomes: [Outcome]) {
      switch self {
      case .following(let follower, let completion):
        follower()
        completion(outcomes)
      case .announcing(let announcement): announcement.settle(.success(outcomes))
      }
    }
  }

  enum Wait: Sendable { case began(number: Int), completed([Outcome]) }

  private(set) var members = GroupMembers<Value>()
  private(set) var isCancelled = false
  private var waiters: [Int: Waiter] = [:]
  private var followers: [Int: Follower] = [:]
  /// Those of the waiters that lend theirs to the members, by their numbers.
  private var priorities: [Int: WorkPriority] = [:]
  private var priorityCounts = PriorityCounts()
  private var lastNumber = 0
  private(set) var announcement: Announcement?

  /// How many wait for the members in flight, followers included.
  var waiterCount: Int { waiters.count }

  /// The place of a new member, the followers to tell, and an announcement that is over, to be freed.
  mutating func enter() -> (place: Int, followers: [Follower], over: Announcement?) {
    var over: Announcement?
    if members.pendingCount == 0 { swap(&over, &announcement) }
    return (members.enter(), Self.ordered(followers), over)
  }

  /// False where the group has been cancelled, so that the run must be too.
  mutating func begin(_ run: AnyRun, at place: Int) -> Bool {
    guard !isCancelled else { return false }
    members.begin(run, at: place)
    return true
  }

  /// The highest priority that is lent to the members; nil where nobody lends any.
  var lentPriority: WorkPriority? { priorityCounts.highest }

  /// A waiter has this priority from now on: the members in flight, to be raised to it; none where another waiter has
  /// lent them as much, so that a thousand who wait do not each walk through all of them.
  mutating func lend(_ priority: WorkPriority, by number: Int) -> [AnyRun] {
    let former = priorities[number]
    guard waiters[number] != nil, former.map({ $0 < priority }) ?? true else { return [] }
    let lent = lentPriority
    if let former { priorityCounts.remove(former) }
    priorities[number] = priority
    priorityCounts.add(priority)
    return lent.map { $0 < priority } ?? true ? members.inFlight : []
  }

  mutating func settle(_ outcome: Outcome, at place: Int) -> Departure {
    var departure = Departure(former: members.settle(outcome, at: place))
    guard members.pendingCount == 0 else {
      departure.followers = Self.ordered(followers)
      return departure
    }
    for (number, waiter) in waiters.sorted(by: { $0.key < $1.key }) {
      if let follower = followers[number] {
        departure.listeners.append(.following(follower, waiter))
      } else {
        departure.waiters.append(waiter)
      }
    }
    if let announcement { departure.listeners.append(.announcing(announcement)) }
    // A copy that lives while the next outcome is appended would cost a copy of the whole list.
    if announcement != nil || !waiters.isEmpty { departure.outcomes = members.outcomes }
    waiters = [:]
    followers = [:]
    (priorities, priorityCounts) = ([:], PriorityCounts())
    return departure
  }

  /// The members to cancel, oldest first; none the second time.
  mutating func cancel() -> [AnyRun] {
    guard !isCancelled else { return [] }
    isCancelled = true
    return members.inFlight
  }

  mutating func wait(_ waiter: @escaping Waiter, following follower: Follower?) -> Wait {
    guard members.pendingCount > 0 else { return .completed(members.outcomes) }
    lastNumber += 1
    waiters[lastNumber] = waiter
    followers[lastNumber] = follower
    return .began(number: lastNumber)
  }

  /// What was held for a waiter that has left, to be freed outside the lock.
  mutating func stopWaiting(_ number: Int) -> (Waiter?, Follower?) {
    if let lent = priorities.removeValue(forKey: number) { priorityCounts.remove(lent) }
    return (waiters.removeValue(forKey: number), followers.removeValue(forKey: number))
  }

  /// The announcement to register with: the one there is, or the candidate. `settleWith` are the outcomes to
  /// settle the candidate with, where no member is in flight.
  mutating func announce(_ candidate: Announcement) -> (announcement: Announcement, settleWith: [Outcome]?) {
    if let announcement { return (announcement, nil) }
    announcement = candidate
    return (candidate, members.pendingCount == 0 ? members.outcomes : nil)
  }

  private static func ordered<Element>(_ numbered: [Int: Element]) -> [Element] {
    guard numbered.count > 1 else { return Array(numbered.values) }
    return numbered.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// The members of a group in the order in which they entered, as a value: in flight or settled.
///
/// Outcomes move over in one go whenever no member is in flight any more. So a member costs the same however
/// many came before it, and the list of all outcomes is complete at the moment when it is asked for.
struct GroupMembers<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>

  enum Member: Sendable {
    /// It has a place, and nothing to cancel yet.
    case entered
    case inFlight(AnyRun)
    case settled(Outcome)
  }

  /// The outcomes of the members before the recent ones, all of which have settled.
  private(set) var outcomes: [Outcome] = []
  /// The members that entered since, some in flight and some settled.
  private var recent: [Member] = []
  private(set) var pendingCount = 0
  /// The error that came first, in time.
  private(set) var firstFailure: (any Error)?

  var count: Int { outcomes.count + recent.count }

  var progress: RunProgress {
    RunProgress(completed: Int64(count - pendingCount), total: Int64(count))
  }

  /// The members that can be cancelled, oldest first.
  var inFlight: [AnyRun] {
    recent.compactMap { member in
      if case .inFlight(let run) = member { run } else { nil }
    }
  }

  /// The place of a new member.
  mutating func enter() -> Int {
    recent.append(.entered)
    pendingCount += 1
    return count - 1
  }

  mutating func begin(_ run: AnyRun, at place: Int) {
    let index = place - outcomes.count
    // A member that settled at once is not in flight any more; all others may have settled too.
    guard index >= 0, case .entered = recent[index] else { return }
    recent[index] = .inFlight(run)
  }

  /// What the member was until now, to be freed where no lock is held.
  mutating func settle(_ outcome: Outcome, at place: Int) -> Member {
    let index = place - outcomes.count
    let former = recent[index]
    recent[index] = .settled(outcome)
    pendingCount -= 1
    if firstFailure == nil, case .failure(let error) = outcome { firstFailure = error }
    if pendingCount == 0 { moveOver() }
    return former
  }

  private mutating func moveOver() {
    for member in recent {
      if case .settled(let outcome) = member { outcomes.append(outcome) }
    }
    // The room for a few is worth keeping, that for a hundred thousand is not.
    recent.removeAll(keepingCapacity: recent.count < 64)
  }
}
