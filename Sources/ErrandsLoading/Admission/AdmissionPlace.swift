import Errands

/// The right of one load to be in flight, given by an ``Admission``. It is given back when it is released or let
/// go of, once. A run has its outcome for as long as it is kept: to let go of a place is to let go of that, too.
///
/// Given back, it goes to the next load that waits, inside the call: what follows there on the spot, as in
/// `Delivery.immediate` or `map`, is called by the thread that gave the place back.
public final class AdmissionPlace: Sendable {
  private let admission: Admission
  private let permit: AdmissionPermit
  private let state = Lock(AdmissionPlaceState())

  init(_ permit: AdmissionPermit, of admission: Admission) {
    self.permit = permit
    self.admission = admission
  }

  deinit { release() }

  /// See ``Admission/place(for:since:)``.
  var order: UInt64 { permit.order }

  /// Reports that the host has answered: failures before this one are no longer in a row.
  ///
  /// For a host with a ``CircuitBreaker``. What is reported first counts; behind ``release()``, and for any other
  /// host, there is no effect.
  public func succeeded() { report(.succeeded) }

  /// Reports that the host could not be reached, that it closed the connection, or that it answered with a 5xx.
  ///
  /// For a host with a ``CircuitBreaker``. What is reported first counts; behind ``release()``, and for any other
  /// host, there is no effect.
  public func failed() { report(.failed) }

  /// Gives the place back. No effect the second time.
  public func release() {
    if state.withLock({ $0.release() }) { admission.release(permit) }
  }

  private func report(_ report: AdmissionReport) {
    if state.withLock({ $0.report() }) { admission.report(report, of: permit) }
  }
}

/// What the admission knows a place by.
struct AdmissionPermit: Sendable, Equatable {
  let host: String
  let era: BreakerState.Era
  /// Since when the load has been waiting among the others.
  let order: UInt64
}

/// What has been done with a place, as a value. Each event answers whether it counts.
struct AdmissionPlaceState: Sendable {
  private var isReported = false
  private var isReleased = false

  init() {}

  mutating func report() -> Bool {
    defer { isReported = true }
    return !isReported && !isReleased
  }

  mutating func release() -> Bool {
    defer { isReleased = true }
    return !isReleased
  }
}
