extension Errand {
  /// All of the work at once, and every value in the order of the errands. Progress counts those that are
  /// done.
  ///
  /// They begin one after the other, inside the beginning of the whole: an errand whose beginning blocks
  /// holds up those behind it. Put such work into a ``WorkQueue``, or a task.
  ///
  /// It fails fast: where one fails, the others are cancelled first, and the run fails with that error once
  /// all of them have settled.
  ///
  /// ```swift
  /// let pictures = Errand.all(addresses.map { address in picture(at: address) })
  /// ```
  @inlinable
  public static func all<Member: Sendable>(
    _ errands: [Errand<Member>],
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Value == [Member] {
    Errand(name: nil, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      let join = Join<Member>(errands.count, callback.run, failsFast: true) { outcomes, firstError in
        if let firstError {
          callback.fail(firstError)
        } else {
          callback(Result { try outcomes.map { try $0.get() } })
        }
      }
      callback.run.adopt(join)
      for (index, errand) in errands.enumerated() { join.begin(errand, at: index) }
    }
  }

  /// All of the work at once, and every outcome in the order of the errands, however they end. Progress
  /// counts those that are done.
  @inlinable
  public static func allSettled<Member: Sendable>(
    _ errands: [Errand<Member>],
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Value == [Result<Member, any Error>] {
    Errand(name: nil, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      let join = Join<Member>(errands.count, callback.run, failsFast: false) { outcomes, _ in
        callback.succeed(outcomes)
      }
      callback.run.adopt(join)
      for (index, errand) in errands.enumerated() { join.begin(errand, at: index) }
    }
  }
}

extension Errand {
  /// All of the work at once, of whatever types, and every value in the order of the errands. It fails fast,
  /// as ``all(_:fileID:line:)-([Errand<Member>],_,_)`` does.
  ///
  /// ```swift
  /// let (user, cover) = try await Errand.all(user, cover).value()
  /// ```
  public static func all<each Member: Sendable>(
    _ errands: repeat Errand<each Member>,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand where Value == (repeat each Member) {
    typealias Boxed = AnyObject & Sendable
    var members: [Errand<any Boxed>] = []
    for errand in repeat each errands { members.append(errand.map { ValueBox(.success($0)) }) }
    return Errand<[any Boxed]>.all(members, fileID: fileID, line: line).map { values in
      var rest = values.makeIterator()
      return (repeat try value(of: rest.next(), as: (each Member).self))
    }
  }

  /// Not by a cast of the bare value: an optional value that is nil would be taken for a missing one.
  private static func value<Member: Sendable>(of boxed: AnyObject?, as type: Member.Type) throws -> Member {
    guard let settled = boxed as? ValueBox<Member> else { throw EmptySequenceError() }
    return try settled.outcome.get()
  }
}

/// The runs that are waited for together.
@usableFromInline
final class Join<Member: Sendable>: Children {
  @usableFromInline typealias Outcome = Result<Member, any Error>
  @usableFromInline typealias Completion =
    @Sendable (_ outcomes: [Outcome], _ firstError: (any Error)?) -> Void

  @usableFromInline
  struct State: Sendable {
    @usableFromInline var outcomes: [Outcome?]
    /// Indexed by place: a list from which runs are removed took a tenth of the time of a hundred thousand.
    @usableFromInline var runs: [AnyRun?]
    @usableFromInline var isCancelled = false
    @usableFromInline var pending: Int
    @usableFromInline var firstError: (any Error)?

    @inlinable
    init(count: Int) {
      outcomes = Array(repeating: nil, count: count)
      runs = Array(repeating: nil, count: count)
      pending = count
    }

    /// The place; nil where the whole has been cancelled, so that the work must not start.
    @inlinable
    mutating func enter(_ run: AnyRun, at index: Int) -> Int? {
      if isCancelled { return nil }
      runs[index] = run
      return index
    }

    @usableFromInline
    struct Settled: Sendable {
      /// To be freed outside the lock.
      @usableFromInline let run: AnyRun?
      @usableFromInline let pending: Int
      /// Whether this is the first failure.
      @usableFromInline let isFirstError: Bool

      @inlinable
      init(run: AnyRun?, pending: Int, isFirstError: Bool) {
        (self.run, self.pending, self.isFirstError) = (run, pending, isFirstError)
      }
    }

    @inlinable
    mutating func settle(_ outcome: Outcome, at index: Int) -> Settled {
      outcomes[index] = outcome
      pending -= 1
      let isFirstError = firstError == nil && outcome.failure != nil
      if isFirstError { firstError = outcome.failure }
      return Settled(run: runs[index].take(), pending: pending, isFirstError: isFirstError)
    }

    /// The outcomes, first to last, which are given away, and the error that came first.
    @inlinable
    mutating func end() -> (outcomes: [Outcome], firstError: (any Error)?) {
      defer { outcomes = [] }
      return (outcomes.compactMap { $0 }, firstError)
    }

    /// The runs to cancel, first to last; none the second time.
    mutating func cancel() -> [AnyRun] {
      guard !isCancelled else { return [] }
      isCancelled = true
      return runs.compactMap { $0 }
    }
  }

  @usableFromInline let owner: AnyRun
  @usableFromInline let count: Int
  @usableFromInline let failsFast: Bool
  @usableFromInline let completion: Completion
  @usableFromInline let state: Lock<State>

  /// - Parameter owner: The run that the members work for, to which their progress is reported.
  @inlinable
  init(_ count: Int, _ owner: AnyRun, failsFast: Bool, completion: @escaping Completion) {
    self.owner = owner
    self.count = count
    self.failsFast = failsFast
    self.completion = completion
    state = Lock(State(count: count))
    if count == 0 { completion([], nil) }
  }

  @inlinable
  func begin(_ errand: Errand<Member>, at index: Int) {
    errand.begin(
      childOf: owner,
      entering: { run in state.withLock { $0.enter(run, at: index) } },
      handler: { _ in { self.settle($0, at: index) } }
    )
  }

  @inlinable
  func settle(_ outcome: Outcome, at index: Int) {
    let settled = state.withLock { $0.settle(outcome, at: index) }
    // Before the report: an observer of the owner may take long over that.
    if failsFast, settled.isFirstError { cancel() }
    owner.report(RunProgress(completed: Int64(count - settled.pending), total: Int64(count)))
    if settled.pending == 0 { complete() }
  }

  @usableFromInline
  func complete() {
    guard owner.isRunning else { return }
    let (outcomes, firstError) = state.withLock { $0.end() }
    completion(outcomes, firstError)
  }

  @usableFromInline
  func inherit(from parent: AnyRun) {
    for run in state.withLock({ $0.runs.compactMap { $0 } }) { run.inherit(from: parent) }
  }

  /// Cancels the members in flight, first to last; those that have not begun never do.
  @usableFromInline
  func cancel() {
    CallRound.make(state.withLock { $0.cancel() }) { $0.cancel() }
  }
}
