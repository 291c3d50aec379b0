#if ERRANDS_EXPLORED
  import Dispatch
  import Errands
  import Foundation
  import Synchronization

  /// A thread of a schedule.
  protocol ExploredThread: Interleaver {
    var schedule: Schedule? { get }
  }

  /// A thread that runs bodies when it is their turn.
  final class ExplorerThread: ExploredThread, @unchecked Sendable {
    // Sendable: what changes is written by the thread that has the turn, before it wakes this one.
    let turn = DispatchSemaphore(value: 0)
    var schedule: Schedule?
    var body = 0

    /// For a thread that the turn has been taken from: it has come to a place, and waits to have it again.
    private let arrived = Atomic<Bool>(false)
    let arrival = DispatchSemaphore(value: 0)
    private(set) var kernelThread: KernelThread?
    /// Which of the stays of all threads this one's is.
    private(set) var stay: Int

    init(number: Int) {
      stay = number
    }

    func nextStay() -> Int {
      stay += 1 << 16
      return stay
    }

    var hasArrived: Bool { arrived.load(ordering: .acquiring) }

    func arrive() {
      arrived.store(true, ordering: .releasing)
      arrival.signal()
      turn.wait()
      arrived.store(false, ordering: .releasing)
    }

    func start() {
      Thread {
        self.kernelThread = .current
        Interleaving.explore(by: self) {
          while true {
            self.turn.wait()
            guard let schedule = self.schedule else { return }
            schedule.perform(on: self)
          }
        }
      }.start()
    }

    var host: (any InterleavingHost)? { schedule?.host }

    func enter(_ place: MeetingPlace, _ caller: MeetingPlace.Caller) {
      schedule?.enter(place, caller, on: self)
    }

    func leave(_ place: MeetingPlace, _ caller: MeetingPlace.Caller) {
      schedule?.leave(place, caller, on: self)
    }

    func wait(at place: MeetingPlace, isLimited: Bool, _ caller: MeetingPlace.Caller) -> Bool {
      schedule?.wait(at: place, isLimited: isLimited, caller, on: self) ?? true
    }

    func signal(_ place: MeetingPlace, _ caller: MeetingPlace.Caller) {
      schedule?.signal(place, on: self)
    }

    func take(_ name: String, _ work: @escaping @Sendable () -> Void) {
      schedule?.add(name, work, on: self)
    }

    func note(_ event: String) {
      schedule?.note(event, on: self)
    }
  }

  /// The threads of an exploration, used again from schedule to schedule.
  final class ExplorerThreads: @unchecked Sendable {
    // Sendable: only touched by the thread that has the turn.
    var idle: [ExplorerThread] = []
    private var count = 0

    func take() -> ExplorerThread {
      if let thread = idle.popLast() { return thread }
      count += 1
      let thread = ExplorerThread(number: count)
      thread.start()
      return thread
    }

    func end() {
      for thread in idle {
        thread.schedule = nil
        thread.turn.signal()
      }
      idle = []
    }
  }

  /// Stands for the thread that prepares and checks a scenario: nothing is decided there, as no other thread runs.
  final class Preparation: ExploredThread, Sendable {
    let schedule: Schedule?

    init(_ schedule: Schedule) {
      self.schedule = schedule
    }

    var host: (any InterleavingHost)? { schedule?.host }

    func enter(_ place: MeetingPlace, _ caller: MeetingPlace.Caller) {}
    func leave(_ place: MeetingPlace, _ caller: MeetingPlace.Caller) {}

    func wait(at place: MeetingPlace, isLimited: Bool, _ caller: MeetingPlace.Caller) -> Bool {
      schedule?.takePermit(of: place) ?? true
    }

    func signal(_ place: MeetingPlace, _ caller: MeetingPlace.Caller) { schedule?.signal(place) }
    func take(_ name: String, _ work: @escaping @Sendable () -> Void) { schedule?.add(name, work) }
  }

  /// Remembers the first thing that happened outside of the explorer's control.
  final class Strangers: InterleavingHost {
    /// The tasks of all explorations that are under way.
    private static let tasks = Mutex<[String: Strangers]>([:])

    private let first = Mutex<String?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    /// From now on the task's jobs are bodies.
    func know(task: String) {
      Self.tasks.withLock { $0[task] = self }
    }

    /// The exploration is over.
    func end() {
      Self.tasks.withLock { $0 = $0.filter { $0.value !== self } }
    }

    /// A thread that is not explored lets the task go on: Swift's own threads do, behind `Task.yield()` and a sleep.
    static func meet(task: String) {
      tasks.withLock { $0[task] }?
        .meet("a task goes on elsewhere, behind Task.yield() or a sleep, as it prefers no executor")
    }

    var met: String? { first.withLock { $0 } }

    func meet(_ stranger: String) {
      let isFirst = first.withLock { first in
        defer { first = first ?? stranger }
        return first == nil
      }
      if isFirst { arrival.signal() }
    }

    /// Work that was handed to a thread of the system's takes a moment to come to a place.
    func awaitStranger() {
      if met == nil { _ = arrival.wait(timeout: .now() + .milliseconds(20)) }
    }

    func meetStranger(at place: MeetingPlace, _ caller: MeetingPlace.Caller) {
      meet(
        "a thread that is none of its bodies is at the \(place.kind.rawValue) of \(place.origin.location), "
          + "in \(caller.function) (\(caller.site.location))"
      )
    }
  }
#endif
