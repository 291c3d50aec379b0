import Errands

/// The right of one load to be in flight. It is given back when it is released or let go of, once.
///
/// Giving it back gives it to the next load that waits, inside the call, and so what that does on the spot.
public final class AdmissionPlace: Sendable {
  init() {}

  /// The host has answered: its failures are no longer in a row. For a host with a ``CircuitBreaker``; what is
  /// reported first counts, also behind ``release()``.
  public func succeeded() {}

  /// The host could not be reached, lost the connection or answered with a 5xx. For a host with a
  /// ``CircuitBreaker``; what is reported first counts, also behind ``release()``.
  public func failed() {}

  /// Gives the place back. No effect the second time.
  public func release() {}
}
