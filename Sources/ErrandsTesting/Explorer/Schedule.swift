#if ERRANDS_EXPLORED
  import Dispatch
  import Errands

  /// One execution of a scenario: which body goes on, place by place.
  ///
  /// One thread has the turn, and all others sleep. It decides itself which thread has it next, so that no thread is
  /// woken where nothing changes.
  final class Schedule: @unchecked Sendable {
    // Sendable: only touched by the thread that has the turn, which is handed on by semaphores.

    /// How far a schedule may go before it is taken for one that never ends.
    static let longest = 10_000
    /// How long a thread sleeps before the turn is taken from it, half of it at least.
    private static let look = DispatchTimeInterval.microseconds(500)
    /// How often it is looked at before it is taken for one that waits for ever: five seconds at least.
    private static let patience = 10_000
    /// The same in an exploration that has been cancelled: a tenth of a second.
    private static let patienceAtEnd = 200

    private enum State {
      case ready
      case atLock(ObjectIdentifier)
      case atSemaphore(ObjectIdentifier, isLimited: Bool)
      /// It waits for something that the explorer does not know.
      case elsewhere
      case ended
    }

    private struct Body {
      let name: String
      var work: Scenario.Work?
      var state = State.ready
      var thread: ExplorerThread?
    }

    private let threads: ExplorerThreads
    private let preemptions: Int
    private let isCancelled: @Sendable () -> Bool
    private let end = DispatchSemaphore(value: 0)
    private let turn = Turn()
    let host: Strangers?
    let mainActor = ScenarioQueue("main actor") { name, work in Interleaving.current?.take(name, work) }

    private var bodies: [Body] = []
    private var owners: [(lock: ObjectIdentifier, body: Int)] = []
    /// With the semaphores, which are kept: another one could have the identity of one that went, and with it the permits.
    private var permits: [ObjectIdentifier: (semaphore: MeetingPlace, count: Int)] = [:]
    private var preempted = 0
    private var steps = 0

    private(set) var trail: Trail
    private(set) var diagram: Diagram?
    private(set) var failure: ExplorationFailure.Reason?
    /// Once the bodies have ended, what is still to be done is done in one order only.
    var isDecided = false

    init(
      _ trail: Trail,
      preemptions: Int,
      threads: ExplorerThreads,
      host: Strangers?,
      isDrawn: Bool,
      isCancelled: @escaping @Sendable () -> Bool
    ) {
      self.trail = trail
      self.preemptions = preemptions
      self.threads = threads
      self.host = host
      self.isCancelled = isCancelled
      diagram = isDrawn ? Diagram() : nil
    }

    /// Lets the bodies run until all of them have ended, or none can go on.
    func run() {
      guard failure == nil, let first = pick(running: nil) else { return }
      wake(first)
      var watch = Turn.Watch()
      while end.wait(timeout: .now() + Self.look) == .timedOut {
        let patience = isCancelled() ? Self.patienceAtEnd : Self.patience
        guard let thread = turn.take(&watch, patience: patience) else { continue }
        if watch.looks > patience { giveUp(thread) } else { passBy(thread) }
      }
    }

    /// Goes on without a thread that waits for something unknown.
    private func passBy(_ thread: ExplorerThread) {
      bodies[thread.body].state = .elsewhere
      if let next = pick(running: nil) { wake(next) } else { end.signal() }
    }

    /// Goes on without a thread that has come to no place for too long: it waits in a loop for one that has no turn. Where
    /// the system does not say who sleeps, it may as well do that.
    private func giveUp(_ thread: ExplorerThread) {
      let isCancelled = isCancelled()
      if !isCancelled, thread.kernelThread?.isAsleep == nil { return passBy(thread) }
      fail(isCancelled ? .cancelled : .stuck(bodies[thread.body].name))
      end.signal()
    }

    func add(_ name: String, _ work: @escaping Scenario.Work) {
      if bodies.count == Trail.Bodies.bitWidth { return fail(.tooManyBodies) }
      bodies.append(Body(name: name, work: work))
    }

    // MARK: What a thread does that has the turn

    /// Runs the body that the thread has been given, and those that can begin where it ends.
    func perform(on thread: ExplorerThread) {
      var next: Int? = thread.body
      while let body = next {
        thread.body = body
        diagram?.add(body, bodies[body].name, "begins")
        runWork(of: body, on: thread)
        arrive(thread)
        diagram?.end(body, bodies[body].name)
        bodies[body].state = .ended
        next = follower(of: thread)
      }
    }

    /// What the work holds is freed when this returns. It is taken before the turn may be.
    private func runWork(of body: Int, on thread: ExplorerThread) {
      let work = bodies[body].work.take()
      turn.begin(thread)
      work?()
    }

    private func follower(of thread: ExplorerThread) -> Int? {
      let next = pick(running: nil)
      if let next, bodies[next].thread == nil {
        bodies[next].thread = thread
        return next
      }
      threads.idle.append(thread)
      if let next { wake(next) } else { end.signal() }
      return nil
    }

    func enter(_ place: MeetingPlace, _ caller: MeetingPlace.Caller, on thread: ExplorerThread) {
      arrive(thread)
      let id = ObjectIdentifier(place)
      if place.kind == .lock {
        bodies[thread.body].state = .atLock(id)
        if !isFree(id) { draw(thread.body, waitingFor: place, caller) }
      }
      choose(on: thread)
      diagram?.add(thread.body, bodies[thread.body].name, at: place, caller)
      if place.kind == .lock {
        bodies[thread.body].state = .ready
        owners.append((id, thread.body))
      }
      turn.begin(thread)
    }

    func leave(_ place: MeetingPlace, _ caller: MeetingPlace.Caller, on thread: ExplorerThread) {
      arrive(thread)
      let id = ObjectIdentifier(place)
      owners.removeAll { $0.lock == id }
      choose(on: thread)
      turn.begin(thread)
    }

    func wait(
      at place: MeetingPlace,
      isLimited: Bool,
      _ caller: MeetingPlace.Caller,
      on thread: ExplorerThread
    ) -> Bool {
      arrive(thread)
      let id = ObjectIdentifier(place)
      bodies[thread.body].state = .atSemaphore(id, isLimited: isLimited)
      draw(thread.body, waitingFor: place, caller)
      choose(on: thread)
      bodies[thread.body].state = .ready
      defer { turn.begin(thread) }
      return takePermit(of: place)
    }

    private func draw(_ body: Int, waitingFor place: MeetingPlace, _ caller: MeetingPlace.Caller) {
      diagram?.add(body, bodies[body].name, waitingFor: place, caller)
    }

    func takePermit(of place: MeetingPlace) -> Bool {
      guard hasPermit(ObjectIdentifier(place)) else { return false }
      permits[ObjectIdentifier(place)]?.count -= 1
      return true
    }

    private func hasPermit(_ semaphore: ObjectIdentifier) -> Bool { (permits[semaphore]?.count ?? 0) > 0 }

    func signal(_ place: MeetingPlace) {
      permits[ObjectIdentifier(place), default: (place, 0)].count += 1
    }

    func signal(_ place: MeetingPlace, on thread: ExplorerThread) {
      arrive(thread)
      signal(place)
      choose(on: thread)
      turn.begin(thread)
    }

    func add(_ name: String, _ work: @escaping Scenario.Work, on thread: ExplorerThread) {
      arrive(thread)
      add(name, work)
      choose(on: thread)
      turn.begin(thread)
    }

    func note(_ event: String, on thread: ExplorerThread) {
      arrive(thread)
      diagram?.add(thread.body, bodies[thread.body].name, "“\(event)”")
      turn.begin(thread)
    }

    /// Returns when the thread has the turn: at once, unless it has been taken away meanwhile.
    private func arrive(_ thread: ExplorerThread) {
      if !turn.end(thread) { thread.arrive() }
    }

    /// Returns when the thread has the turn.
    private func choose(on thread: ExplorerThread) {
      guard let next = pick(running: thread.body) else {
        end.signal()
        // The schedule has failed. This thread is never woken again.
        while true { thread.turn.wait() }
      }
      guard next != thread.body else { return }
      wake(next)
      thread.turn.wait()
    }

    // MARK: Whose turn it is

    /// The body that goes on; nil where all have ended, or the schedule has failed.
    private func pick(running: Int?) -> Int? {
      guard failure == nil else { return nil }
      steps += 1
      if steps > Self.longest { fail(.endless) }
      meetArrivals()
      var ready = self.ready
      if ready == 0, awaitArrival() { ready = self.ready }
      if ready == 0 { failIfUnended() }
      guard failure == nil, ready != 0 else { return nil }
      // One that goes on only where its time has passed is interrupted by nobody: it waits.
      let isReady = running.map { ready & 1 << $0 != 0 && !isLate($0) } ?? false
      if let running, isReady, isDecided || preempted == preemptions { ready = 1 << running }
      if isDecided || ready.nonzeroBitCount == 1 { return ready.trailingZeroBitCount }
      guard let next = trail.choose(among: ready, running: isReady ? running : nil) else {
        fail(.diverged)
        return nil
      }
      if isReady, next != running { preempted += 1 }
      return next
    }

    /// Bodies that were elsewhere, and have come to a place since. What was done last may have let them go on: they are
    /// given the time to come, or asleep again, so that it is the same in every replay.
    private func meetArrivals() {
      for number in bodies.indices {
        guard case .elsewhere = bodies[number].state, let thread = bodies[number].thread else { continue }
        var looks = 0
        while !thread.hasArrived, thread.kernelThread?.isAsleep == false {
          if looks == Self.patience { return fail(.stuck(bodies[number].name)) }
          looks += 1
          _ = thread.arrival.wait(timeout: .now() + Self.look)
        }
        if thread.hasArrived { bodies[number].state = .ready }
      }
    }

    /// No other body can go on. False where none comes.
    private func awaitArrival() -> Bool {
      let absent = bodies.filter { if case .elsewhere = $0.state { true } else { false } }
      guard let last = absent.last, let thread = last.thread else { return false }
      for _ in 0..<Self.patience {
        meetArrivals()
        if ready != 0 || failure != nil { return ready != 0 }
        _ = thread.arrival.wait(timeout: .now() + Self.look)
      }
      fail(.stuck(last.name))
      return false
    }

    private var ready: Trail.Bodies {
      var ready: Trail.Bodies = 0
      for (number, body) in bodies.enumerated() {
        let isReady =
          switch body.state {
          case .ready: true
          case .atLock(let lock): isFree(lock)
          case .atSemaphore(let semaphore, let isLimited): isLimited || hasPermit(semaphore)
          case .elsewhere, .ended: false
          }
        if isReady { ready |= 1 << number }
      }
      return ready
    }

    private func isLate(_ body: Int) -> Bool {
      guard case .atSemaphore(let semaphore, isLimited: true) = bodies[body].state else { return false }
      return !hasPermit(semaphore)
    }

    private func isFree(_ lock: ObjectIdentifier) -> Bool {
      !owners.contains { $0.lock == lock }
    }

    private func failIfUnended() {
      let waiting = bodies.filter { if case .ended = $0.state { false } else { true } }
      if waiting.isEmpty { return }
      // What would let them go on may be on its way, on a thread that is not explored.
      host?.awaitStranger()
      fail(.deadlock(waiting.map(\.name)))
    }

    private func wake(_ body: Int) {
      if bodies[body].thread == nil {
        let thread = threads.take()
        thread.schedule = self
        thread.body = body
        bodies[body].thread = thread
      }
      bodies[body].thread?.turn.signal()
    }

    private func fail(_ reason: ExplorationFailure.Reason) {
      failure = failure ?? reason
    }
  }
#endif
