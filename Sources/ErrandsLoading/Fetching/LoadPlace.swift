import Errands
import Foundation

/// The place of one load among those in flight. It is that of the host that the load talks to: given back where the load
/// goes to another one, and for as long as the load only waits.
final class LoadPlace: Sendable {
  /// That of the load whose interceptor is running in this task. One that waits for what another load brings gives it back
  /// first, or the other load may wait for that very place.
  @TaskLocal static var current: LoadPlace?

  private struct State {
    var held: (origin: String, place: AdmissionPlace)?
    /// Since when the load has been waiting among the others.
    var order: UInt64?
    /// Waits for the next place.
    var waiting: Run<AdmissionPlace>?
    var followsLoad = false
  }

  private let admission: Admission?
  /// What the load says of what it is busy with.
  let monitor: LoadMonitor
  /// How much of the deadline has passed.
  let elapsed: @Sendable () -> Duration
  private let load: (any PrioritizedLoad)?
  private let state: Lock<State>

  /// - Parameters:
  ///   - elapsed: Counts from where the deadline does.
  ///   - load: Whose priority the later waits have.
  init(
    _ admission: Admission?,
    _ monitor: LoadMonitor,
    elapsed: @escaping @Sendable () -> Duration,
    held: (origin: String, place: AdmissionPlace)? = nil,
    of load: (any PrioritizedLoad)? = nil
  ) {
    self.admission = admission
    self.monitor = monitor
    self.elapsed = elapsed
    self.load = load
    state = Lock(State(held: held, order: held?.place.order))
  }

  /// Waits for a place at the host of this address, unless it has one.
  func enter(_ url: URL) async throws {
    guard let admission, state.withLock({ $0.held?.origin }) != url.origin else { return }
    leave()
    // One that was cancelled meanwhile would take the place of another for a moment.
    try Task.checkCancellation()
    monitor.enter(.place)
    let place = try await wait(for: admission.place(for: url, since: state.withLock { $0.order }))
    state.withLock { state in
      state.held = (url.origin, place)
      state.order = state.order ?? place.order
    }
  }

  /// How long a load waits for a head of this host before it is the host that has failed; nil for no such time.
  func patience(with url: URL) -> Duration? {
    admission?.limits.limits(forHost: url.host ?? "").breaker?.patience
  }

  /// Tells what the load has found out about the host.
  func report(hasAnswered: Bool) {
    let place = state.withLock { $0.held?.place }
    if hasAnswered { place?.succeeded() } else { place?.failed() }
  }

  /// Gives the place back. Outside the lock: the next load may begin in this call. Not by letting go of it alone: the run that
  /// waited for it may still have it as its outcome.
  func leave() {
    let held = state.withLock { $0.held.take() }
    held?.place.release()
  }

  // MARK: Waiting

  /// In a run of its own that has the load's priority, as that moves. Awaited as a run it would be raised to the priority of the
  /// task, which is that of the beginning.
  private func wait(for place: Errand<AdmissionPlace>) async throws -> AdmissionPlace {
    followLoad()
    let given = Settlement<AdmissionPlace>()
    let run = place.begin(in: nil) { run in
      state.withLock { $0.waiting = run }
      passPriority()
      run.whenSettled(on: .immediate) { given.settle($0) }
    }
    // Freed outside the lock.
    defer { _ = state.withLock { $0.waiting.take() } }
    return try await given.settled { run.cancel() }.get()
  }

  /// One hook for all waits of the load: hooks stay until it has settled.
  private func followLoad() {
    let isFirst = state.withLock { state in
      defer { state.followsLoad = true }
      return !state.followsLoad
    }
    if isFirst { load?.onPriorityChange { [weak self] _ in self?.passPriority() } }
  }

  /// Again where it has moved meanwhile: of two threads that pass it on, the last one may have the older priority.
  private func passPriority() {
    guard let load, let run = state.withLock({ $0.waiting }) else { return }
    repeat { run.priority = load.priority } while run.priority != load.priority
  }
}

/// A load, as far as its place has to know it.
protocol PrioritizedLoad: Sendable {
  var priority: WorkPriority { get }
  func onPriorityChange(_ hook: @escaping @Sendable (WorkPriority) -> Void)
}

extension Callback: PrioritizedLoad {}
