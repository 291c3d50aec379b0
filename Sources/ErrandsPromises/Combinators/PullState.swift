import Errands
import ErrandsEager

/// A `when` with a limit, as a value: which members are under way, what the others have given, and whether
/// another one is to be taken.
struct PullState<Member: Sendable>: Sendable {
  typealias Whole = Swift.Result<[Member], any Error>

  private let limit: Int
  private var slots: [PullSlot] = []
  /// What the members have given. Beside the slots, so that these are of one type for all members, which is not looked up
  /// at run time.
  private var values: [Member?] = []
  private var running = 0
  /// A thread is taking members from the iterator, or about to; no other does.
  private var isPulling = false
  private var isExhausted = false
  private var isRejected = false
  private var cancellation: (any Error)?
  private var lost: (any Error)?
  private(set) var lent: WorkPriority?

  init(limit: Int) {
    self.limit = limit
  }

  /// True where the caller is to take members, one after the other, until ``next()`` says that it is enough.
  mutating func beginPulling() -> Bool {
    guard !isPulling, !isExhausted, !isOver, running < limit else { return false }
    isPulling = true
    return true
  }

  /// The place of the next member, or nil where it is not the time for one.
  mutating func next() -> Int? {
    guard !isOver, running < limit else {
      isPulling = false
      return nil
    }
    running += 1
    slots.append(.begun)
    values.append(nil)
    return slots.count - 1
  }

  /// There was no next member. How the whole ends, where no other is under way.
  mutating func exhausted() -> Whole? {
    slots.removeLast()
    running -= 1
    isPulling = false
    isExhausted = true
    return ending
  }

  /// The whole waits for this member by now.
  mutating func began(_ index: Int, _ source: EagerSubscription) -> PullBeginning {
    guard case .begun = slots[index] else { return .goesOn }
    slots[index] = isRejected ? .ended : .underWay(source)
    if let cancellation { return .isUnsubscribed(cancellation) }
    return isRejected ? .isLeft : .goesOn
  }

  /// How the whole ends, where this member decides it.
  mutating func take(_ outcome: Swift.Result<Member, any Error>, at index: Int) -> Whole? {
    running -= 1
    slots[index] = .ended
    switch outcome {
    case .success(let value): if !isOver { values[index] = value }
    case .failure(let error as Abandonment): lost = error
    case .failure(let error):
      isRejected = true
      return .failure(error)
    }
    return ending
  }

  /// What is under way, and to be unsubscribed from.
  mutating func cancel(_ error: any Error) -> [EagerSubscription] {
    cancellation = error
    return underWay
  }

  /// A waiter of this priority stands above the whole. What is under way, and to be lent it; what is begun later is, too.
  mutating func lend(_ priority: WorkPriority) -> [EagerSubscription] {
    lent = max(priority, lent ?? priority)
    return underWay
  }

  private var underWay: [EagerSubscription] {
    slots.compactMap { if case .underWay(let source) = $0 { source } else { nil } }
  }

  /// The whole has ended: gives up what it holds. What is under way, and needed no more.
  mutating func end() -> (underWay: [EagerSubscription], freed: [any Sendable]) {
    isRejected = true
    defer {
      slots = slots.map { if case .begun = $0 { .begun } else { .ended } }
      values = []
    }
    return (cancellation == nil ? underWay : [], [slots, values])
  }

  /// No more is taken, and no more is said.
  private var isOver: Bool { isRejected || cancellation != nil }

  private var ending: Whole? {
    guard isExhausted, running == 0, !isOver else { return nil }
    if let lost { return .failure(lost) }
    return .success(values.compactMap { $0 })
  }
}

/// How far a member of a `when` with a limit has come.
private enum PullSlot: Sendable {
  case begun
  case underWay(EagerSubscription)
  case ended
}

/// What becomes of a member that has been subscribed to.
enum PullBeginning {
  /// It is waited for, or has ended.
  case goesOn
  /// The whole has ended meanwhile, and needs it no more.
  case isLeft
  /// The whole has been cancelled meanwhile.
  case isUnsubscribed(any Error)
}
