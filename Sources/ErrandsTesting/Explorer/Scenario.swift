public import Errands
import Synchronization

/// What is tried in every interleaving: bodies that run at the same time, and a check of what they have done.
///
/// The closure that prepares a scenario is called once for each schedule, and makes everything anew.
public final class Scenario: Sendable {
  typealias Work = @Sendable () -> Void
  typealias Enqueue = @Sendable (_ name: String, _ work: @escaping Work) -> Void

  struct State: Sendable {
    var checks: [@Sendable () throws -> Void] = []
    var record: [String] = []
    var alive: [String: Int] = [:]
    /// Tasks of the scenario that have not ended.
    var tasks: [String] = []
  }

  /// Not a lock of the package: what is recorded is no place of choice.
  let state = Mutex(State())
  private let enqueue: Enqueue
  private let note: @Sendable (String) -> Void

  /// - Parameters:
  ///   - enqueue: Adds a body.
  ///   - note: Hears of what is recorded, on the thread that records it.
  init(enqueue: @escaping Enqueue, note: @escaping @Sendable (String) -> Void) {
    self.enqueue = enqueue
    self.note = note
  }

  /// Adds a body: it runs on a thread of its own, at the same time as the others.
  ///
  /// What it captures is freed when it ends, as part of it.
  public func body(_ name: String, _ work: @escaping @Sendable () -> Void) {
    enqueue(name, work)
  }

  /// Adds a body that is a task. A task that never ends is a deadlock.
  ///
  /// - Returns: The task, for another body to cancel.
  @discardableResult
  public func task(_ name: String, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { $0.tasks.append(name) }
    return Task(executorPreference: ScenarioExecutor(name, enqueue)) {
      await work()
      self.end(task: name)
    }
  }

  /// Runs tasks as bodies: `Task(executorPreference: scenario.executor) { … }`.
  ///
  /// Tasks that the code under test makes itself need none: where a body makes them, they are bodies too.
  public var executor: any TaskExecutor { ScenarioExecutor("task", enqueue) }

  /// Calls each handler in a body of its own, as a concurrent queue does.
  public var delivery: Delivery { Delivery { [enqueue] work in enqueue("delivery", work) } }

  /// Calls handlers one after the other in bodies of their own, as a serial queue does.
  public func queue(_ name: String) -> Delivery {
    let queue = ScenarioQueue(name, enqueue)
    return Delivery { work in queue.add(work) }
  }

  /// Adds what is to hold when every body has ended, in the order of the calls. It may throw, and use ``expect(_:_:)``.
  public func check(_ check: @escaping @Sendable () throws -> Void) {
    state.withLock { $0.checks.append(check) }
  }

  /// A place of choice in code of your own, which has none of the package's locks: another body may go on here.
  public func step(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    #if ERRANDS_EXPLORED
      let site = CallSite(fileID, line)
      MeetingPlace(.atomic, origin: site).enter(MeetingPlace.Caller(function, site))
    #endif
  }

  /// Remembers that something happened, for the check and the diagram.
  public func record(_ event: String) {
    state.withLock { $0.record.append(event) }
    note(event)
  }

  /// Everything recorded up to now, oldest first.
  public var events: [String] { state.withLock { $0.record } }

  /// How often this has been recorded.
  public func count(of event: String) -> Int { events.count { $0 == event } }

  /// An object for the code under test to hold. An object that is alive when all is over fails the schedule.
  public func object(_ name: String) -> Object { Object(name, of: self) }

  private func end(task name: String) {
    state.withLock { state in
      guard let index = state.tasks.firstIndex(of: name) else { return }
      state.tasks.remove(at: index)
    }
  }
}

extension Scenario {
  /// An object whose only purpose is to be held, and to be missed when it is freed.
  public final class Object: Sendable {
    /// What it is called where it has not been freed.
    public let name: String
    private let scenario: Scenario

    init(_ name: String, of scenario: Scenario) {
      self.name = name
      self.scenario = scenario
      scenario.state.withLock { $0.alive.countIn(name) }
    }

    deinit {
      scenario.state.withLock { [name] in $0.alive.countOut(name) }
    }
  }

  /// What a check says where something does not hold.
  public struct ExpectationError: Error, Sendable, CustomStringConvertible {
    /// The sentence, what has been recorded, and the line of the check.
    public let description: String
  }

  /// Checks a condition.
  ///
  /// - Throws: ``ExpectationError`` where the condition does not hold, with the sentence and what has been recorded.
  public func expect(
    _ condition: Bool,
    _ sentence: @autoclosure () -> String,
    fileID: String = #fileID,
    line: UInt = #line
  ) throws {
    if condition { return }
    throw ExpectationError(
      description: "\(sentence()) Recorded: \(events.joined(separator: ", ")). (\(fileID):\(line))"
    )
  }
}
