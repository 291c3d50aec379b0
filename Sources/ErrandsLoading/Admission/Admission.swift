import Errands
import Foundation

/// Where a load waits until it may be in flight: for a place of its host, and only with that for one of the
/// whole. A host that does not answer holds as many places as a host may, and those of others are free.
///
/// ```swift
/// let admission = Admission()
///
/// let page = admission.place(for: url).flatMap { place in
///   load(url).ensure { place.release() }
/// }
/// ```
///
/// Of the loads of a host the one with the highest priority goes first, and first come is first served
/// among equals; a run's priority may change while it waits. Among hosts the one goes first whose first load has
/// the highest priority; among equals they take turns, however many loads each of them has waiting.
///
/// What can begin begins in the call. A load that waits has no task and no timer: it is its run and an entry in
/// a queue, and each step costs O(log n) of the loads that wait. As long as one waits, the admission is alive.
public final class Admission: Sendable {
  private typealias State = AdmissionState<Callback<AdmissionPlace>>

  /// As they were given when it was made.
  public let limits: Limits
  private let clock: RelativeClock
  private let state: Lock<State>

  /// An admission without loads.
  ///
  /// - Parameters:
  ///   - limits: How many loads may be in flight and wait. Default ``Limits/init()``.
  ///   - clock: What measures rates and cooldowns. Default `ContinuousClock`.
  public init(limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
    self.limits = limits
    self.clock = RelativeClock(clock)
    state = Lock(State(total: limits.total, waiting: limits.waiting))
  }

  /// Waits for a place for a load of this address; its host is told by scheme, name and port. Cancel the run to
  /// leave the queue.
  ///
  /// Fails with ``AdmissionError``: ``AdmissionError/tooManyWaiting(host:limit:)``, where as many wait as may,
  /// and ``AdmissionError/hostUnavailable(host:retryAfter:)``, where the host's breaker is open or opens while
  /// the load waits.
  public func place(for url: URL) -> Errand<AdmissionPlace> { place(for: url, since: nil) }

  /// The same, with the order of a load that has had a place: behind all others, a further try waited for those that came long after
  /// the load.
  func place(for url: URL, since order: UInt64?) -> Errand<AdmissionPlace> {
    let host = Self.host(of: url)
    return .fromCallback("a place for \(host)") { [self] callback in
      enter(callback, host: host, named: url.host ?? "", since: order)
    }
  }

  /// How many loads are in flight and wait, over all hosts.
  public var counts: Counts { state.withLock { $0.counts } }

  /// How many loads are in flight and wait for the host of this address.
  public func counts(for url: URL) -> Counts {
    let host = Self.host(of: url)
    return state.withLock { $0.counts(of: host) }
  }

  /// The same for each host that has any: `https://example.com`, or `http://localhost:8080` where the port is not
  /// that of the scheme. Linear in the hosts.
  public var countsByHost: [String: Counts] { state.withLock { $0.countsByHost } }

  /// The origin, without a port that goes without saying: it is read by people, too.
  private static func host(of url: URL) -> String {
    let origin = url.origin
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where origin.hasPrefix(scheme) {
      return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
    }
    return origin
  }

  // MARK: Places

  private func enter(
    _ callback: Callback<AdmissionPlace>,
    host: String,
    named name: String,
    since order: UInt64?
  ) {
    let (now, priority) = (clock.now, callback.priority)
    let (ticket, actions) = state.withLock {
      $0.enter(
        callback,
        host: host,
        limits: limits.limits(forHost: name),
        priority: priority,
        since: order,
        at: now
      )
    }
    perform(actions)
    guard let ticket else { return }
    callback.enter(phase: LoadPhase.place.rawValue)
    callback.onCancel { self.change { $0.withdraw(ticket, at: $1) } }
    callback.onPriorityChange { _ in self.changePriority(ticket) }
  }

  private func changePriority(_ ticket: State.Ticket) {
    change { $0.change(ticket, at: $1) { $0.priority } }
  }

  /// Nobody may want the place that is given then, so that it is given back when its run is freed, inside this
  /// call, and so on: as far as the stack goes.
  func release(_ permit: AdmissionPermit) {
    if Trampoline.hasRoom { return change { $0.release(permit, at: $1) } }
    Trampoline.run(Release(admission: self, permit: permit)) { release in
      release.admission.change { $0.release(release.permit, at: $1) }
    }
  }

  func report(_ report: AdmissionReport, of permit: AdmissionPermit) {
    change { $0.report(report, of: permit, at: $1) }
  }

  // MARK: Actions

  private func change(_ event: (inout State, Duration) -> [State.Action]) {
    // Not read under the lock: a clock may be anybody's.
    let now = clock.now
    perform(state.withLock { event(&$0, now) })
  }

  /// In a round: a load that does long work on the spot does not hold up those that get their places with it.
  private func perform(_ actions: [State.Action]) {
    CallRound.make(actions) { action in
      switch action {
      // Where the load was cancelled in this moment, the place is let go of here, and goes to the next one.
      case .give(let callback, let permit): callback.succeed(AdmissionPlace(permit, of: self))
      case .refuse(let callback, let error): callback.fail(error)
      case .free: break
      case .alarm(let answer): self.set(answer)
      }
    }
  }

  private func set(_ alarm: AdmissionAlarm.Answer) {
    switch alarm {
    case .keep: break
    case .cancel(let timer): timer?.cancel()
    case .set(let number, let time, let former):
      former?.cancel()
      let timer = clock.call(at: time) { self.change { $0.ring(number, at: $1) } }
      state.withLock { $0.keep(timer, as: number) }?.cancel()
    }
  }

  /// A place that is given back a little later.
  private final class Release: Sendable {
    let admission: Admission
    let permit: AdmissionPermit

    init(admission: Admission, permit: AdmissionPermit) {
      self.admission = admission
      self.permit = permit
    }
  }
}
