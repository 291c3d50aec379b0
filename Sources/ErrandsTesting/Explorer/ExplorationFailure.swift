/// An interleaving that fails, or a reason why they cannot be tried.
public struct ExplorationFailure: Error, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Sendable, Equatable {
    /// The scenario's check, or its preparation, threw this.
    case check(String)
    /// No body can go on, and these have not ended.
    case deadlock([String])
    /// Objects of the scenario were alive when all was over.
    case stillAlive([String])
    /// Work went on outside of the explorer's control: on a queue, in a task on another executor, at a real time.
    case leftExplorer(String)
    /// Begun again, the scenario did something else: it depends on more than the choices.
    case diverged
    /// A body came to more places than ten thousand: it waits in a loop.
    case endless
    /// A body waits for something that the explorer knows nothing of.
    case stuck(String)
    /// There are more bodies, jobs of tasks and deliveries than 64.
    case tooManyBodies
    /// There are more schedules than the limit.
    case tooMany(limit: Int)
    /// The task that waited for the exploration was cancelled.
    case cancelled
    /// The program was built without `-DERRANDS_EXPLORED`.
    case unavailable
  }

  /// What went wrong in this schedule.
  public let reason: Reason
  /// How many schedules were tried, this one among them.
  public let schedules: Int
  /// How many preemptions were allowed.
  public let preemptions: Int
  /// What ``Explorer`` has to be told to try this schedule again.
  public let choices: [Int]
  /// What each body did, step by step: a column for each body.
  public let diagram: String

  init(_ reason: Reason, schedules: Int = 0, preemptions: Int = 0, choices: [Int] = [], diagram: String = "")
  {
    self.reason = reason
    self.schedules = schedules
    self.preemptions = preemptions
    self.choices = choices
    self.diagram = diagram
  }

  /// The reason, the diagram and how to try the schedule again.
  public var description: String {
    guard schedules > 0 else { return reason.description }
    return """
      \(reason)
      Schedule \(schedules), with at most \(preemptions) preemptions:

      \(diagram)
      To try it again: preemptions: \(preemptions), replaying: \(choices)
      """
  }
}

extension ExplorationFailure.Reason {
  /// Whether it is a fault of the scenario's, and not a reason why there was none to find.
  var isFound: Bool {
    switch self {
    case .check, .deadlock, .stillAlive, .leftExplorer, .endless, .stuck, .tooManyBodies: true
    case .diverged, .tooMany, .cancelled, .unavailable: false
    }
  }
}

extension ExplorationFailure.Reason: CustomStringConvertible {
  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .check(let sentence): sentence
    case .deadlock(let names): "A deadlock: these cannot go on: \(names.joined(separator: ", "))."
    case .stillAlive(let names): "Still alive at the end: \(names.joined(separator: ", "))."
    case .leftExplorer(let place):
      "The scenario has left the explorer: \(place). Give it the scenario's delivery, task executor or a virtual clock."
    case .diverged: "Begun again, the scenario did something else: it depends on more than the schedule."
    case .endless: "A schedule does not end: a body waits in a loop for another one."
    case .stuck(let name): "“\(name)” waits for something that the explorer knows nothing of."
    case .tooManyBodies: "There are more than 64 bodies, jobs of tasks and deliveries."
    case .tooMany(let limit):
      "There are more than \(limit) schedules: take fewer bodies, fewer preemptions, or allow for more."
    case .cancelled: "The exploration was cancelled."
    case .unavailable:
      "Interleavings can only be tried in a program built with -DERRANDS_EXPLORED: "
        + "swift test -Xswiftc -DERRANDS_EXPLORED --scratch-path .build-explored"
    }
  }
}
