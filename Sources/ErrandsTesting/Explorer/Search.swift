#if ERRANDS_EXPLORED
  import Dispatch
  import Errands

  /// Tries one schedule of a scenario after the other.
  struct Search: Sendable {
    private let limit: Int
    private let isCancelled: @Sendable () -> Bool
    private let prepare: @Sendable (Scenario) throws -> Void

    init(
      limit: Int,
      isCancelled: @escaping @Sendable () -> Bool,
      _ prepare: @escaping @Sendable (Scenario) throws -> Void
    ) {
      self.limit = limit
      self.isCancelled = isCancelled
      self.prepare = prepare
    }

    func run(preemptions: Int, replaying choices: [Int]?) -> Result<Exploration, ExplorationFailure> {
      GlobalExecutor.follow()
      let threads = ExplorerThreads()
      defer { threads.end() }
      // What is made once in a process, and not once a schedule, is made here.
      let first = attempt(Trail(), preemptions: 0, threads, host: nil, isDrawn: true)
      // A thread that waits in a loop goes on with that: one is enough.
      if let reason = first.failure, case .stuck = reason {
        let (choices, diagram) = (first.trail.taken, first.diagram)
        return .failure(ExplorationFailure(reason, schedules: 1, choices: choices, diagram: diagram))
      }
      if let choices { return replay(choices, preemptions: preemptions, threads) }
      let result = exhaust(preemptions: preemptions, threads)
      guard case .failure = result else { return result }
      // A failure that needs fewer preemptions is easier to read. That a search for one was not ended says nothing.
      for fewer in 0..<preemptions {
        let simpler = exhaust(preemptions: fewer, threads)
        if case .failure(let failure) = simpler, failure.reason.isFound { return simpler }
      }
      return result
    }

    private func exhaust(
      preemptions: Int,
      _ threads: ExplorerThreads
    ) -> Result<Exploration, ExplorationFailure> {
      var trail = Trail()
      var schedules = 0
      var longest = 0
      var last = trail
      let host = Strangers()
      defer { host.end() }
      repeat {
        schedules += 1
        if isCancelled() || schedules > limit {
          return .failure(ExplorationFailure(isCancelled() ? .cancelled : .tooMany(limit: limit)))
        }
        let attempt = attempt(trail, preemptions: preemptions, threads, host: host)
        trail = attempt.trail
        last = trail
        longest = max(longest, trail.length)
        if attempt.failure == .cancelled { return .failure(ExplorationFailure(.cancelled)) }
        if let reason = attempt.failure {
          return .failure(
            failure(reason, trail.taken, schedules: schedules, preemptions: preemptions, threads)
          )
        }
      } while trail.advance()
      // What the last schedule has left to others may be on its way.
      host.awaitStranger()
      if let stranger = host.met {
        let (reason, choices) = (ExplorationFailure.Reason.leftExplorer(stranger), last.taken)
        return .failure(failure(reason, choices, schedules: schedules, preemptions: preemptions, threads))
      }
      return .success(Exploration(schedules: schedules, preemptions: preemptions, longest: longest))
    }

    private func replay(
      _ choices: [Int],
      preemptions: Int,
      _ threads: ExplorerThreads
    ) -> Result<Exploration, ExplorationFailure> {
      let host = Strangers()
      defer { host.end() }
      let attempt = attempt(Trail(replaying: choices), preemptions: preemptions, threads, host: host)
      if let reason = attempt.failure {
        return .failure(failure(reason, attempt.trail.taken, schedules: 1, preemptions: preemptions, threads))
      }
      return .success(Exploration(schedules: 1, preemptions: preemptions, longest: attempt.trail.length))
    }

    /// The same schedule once more, to be drawn.
    private func failure(
      _ reason: ExplorationFailure.Reason,
      _ choices: [Int],
      schedules: Int,
      preemptions: Int,
      _ threads: ExplorerThreads
    ) -> ExplorationFailure {
      let trail = Trail(replaying: choices)
      let host = Strangers()
      defer { host.end() }
      let again = attempt(trail, preemptions: preemptions, threads, host: host, isDrawn: true)
      // What threads do outside of the explorer's control is not the same each time.
      let isSame = if case .leftExplorer = reason { true } else { again.failure != nil }
      return ExplorationFailure(
        reason,
        schedules: schedules,
        preemptions: preemptions,
        choices: choices,
        // What is not drawn is no reason to forget what was found.
        diagram: isSame ? again.diagram : ExplorationFailure.Reason.diverged.description
      )
    }

    private struct Attempt {
      let trail: Trail
      let failure: ExplorationFailure.Reason?
      let diagram: String
    }

    private func attempt(
      _ trail: Trail,
      preemptions: Int,
      _ threads: ExplorerThreads,
      host: Strangers?,
      isDrawn: Bool = false
    ) -> Attempt {
      let schedule = Schedule(
        trail,
        preemptions: preemptions,
        threads: threads,
        host: host,
        isDrawn: isDrawn,
        isCancelled: isCancelled
      )
      var alive: @Sendable () -> [String] = { [] }
      var failure = play(on: schedule, &alive)
      if failure == nil, let names = Optional(alive()), !names.isEmpty { failure = .stillAlive(names) }
      if failure == nil, schedule.trail.endedEarly { failure = .diverged }
      if let stranger = host?.met { failure = .leftExplorer(stranger) }
      return Attempt(trail: schedule.trail, failure: failure, diagram: schedule.diagram?.text ?? "")
    }

    /// - Parameter alive: Tells afterwards which objects have been left over.
    private func play(
      on schedule: Schedule,
      _ alive: inout @Sendable () -> [String]
    ) -> ExplorationFailure.Reason? {
      let preparation = Preparation(schedule)
      let scenario = Scenario(
        enqueue: { name, work in
          if let current = Interleaving.current { return current.take(name, work) }
          schedule.host?.meet("a thread that is none of its bodies has work for “\(name)”")
          DispatchQueue.global().async(execute: work)
        },
        note: { event in (Interleaving.current as? ExplorerThread)?.note(event) }
      )
      alive = { scenario.state.withLock { $0.alive.listed } }
      var failure: ExplorationFailure.Reason?
      func attempt(_ body: () throws -> Void) {
        guard failure == nil else { return }
        Interleaving.explore(by: preparation) {
          do { try body() } catch { failure = .check("\(error)") }
        }
      }
      func go() {
        guard failure == nil else { return }
        schedule.run()
        failure = schedule.failure
      }
      attempt { try prepare(scenario) }
      go()
      let tasks = scenario.state.withLock { $0.tasks }
      if failure == nil, !tasks.isEmpty {
        schedule.host?.awaitStranger()
        failure = .deadlock(tasks)
      }
      schedule.isDecided = true
      attempt { for check in scenario.state.withLock({ $0.checks }) { try check() } }
      go()
      // What the checks hold is freed as a part of the scenario, and outside of its lock.
      Interleaving.explore(by: preparation) {
        let checks = scenario.state.withLock { state in
          defer { state.checks = [] }
          return state.checks
        }
        withExtendedLifetime(checks) {}
      }
      go()
      return failure
    }
  }
#endif
