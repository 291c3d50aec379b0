/// When a host that fails is left alone for a while, as loads that fail late hold places that others need
/// (M. Nygard, “Release It!”: Circuit Breaker).
///
/// After `failures` in a row it is open: loads are refused at once. When the cooldown has passed one load is let
/// through as a trial, and others wait for what comes of it: its success closes the breaker, and its failure
/// opens it for another cooldown.
///
/// What counts is what the holders of places report, by ``AdmissionPlace/succeeded()`` and
/// ``AdmissionPlace/failed()``. A ``Fetcher`` reports a failure, too, where a load is given up, by its deadline or by its
/// caller, that has waited for the head of an answer for as long as `patience`. All is forgotten when nothing has failed for ten minutes, or for two cooldowns if
/// they take longer.
public struct CircuitBreaker: Sendable, Hashable {
  /// How many failures in a row open it. Less than 1 counts as 1.
  public var failures: Int
  /// For how long loads are refused before the next trial. No less than none, no more than a century.
  public var cooldown: Duration
  /// For how long a load waits for a head, from the last byte that it has sent, before it is a failure of the host that it is
  /// given up. The wait for a connection is part of it. Measured by the fetcher's clock.
  public var patience: Duration

  /// A breaker that opens after so many failures in a row, for so long.
  ///
  /// - Parameters:
  ///   - failures: How many failures in a row open it. Default 5.
  ///   - cooldown: For how long loads are refused then. Default 30 seconds.
  ///   - patience: For how long a load waits for a head before giving it up counts as a failure. Default 10 seconds.
  public init(
    failures: Int = 5,
    cooldown: Duration = .seconds(30),
    patience: Duration = .seconds(10)
  ) {
    self.failures = failures
    self.cooldown = cooldown
    self.patience = patience
  }
}
