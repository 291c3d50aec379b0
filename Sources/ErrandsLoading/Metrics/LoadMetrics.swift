import Errands

/// What one load took, from the moment it was run until it settled; told to ``Fetcher/Configuration/metrics``.
///
/// Durations are measured by the configuration's clock, but for those in ``timings``, and each is the sum over all tries and
/// redirects. What a load does between its phases, such as asking interceptors, is in ``total`` alone.
public struct LoadMetrics: Sendable {
  /// Where an answer came from.
  public enum Tier: String, Sendable, Hashable, CaseIterable {
    /// The cache's memory.
    case memory
    /// The cache's folder.
    case disk
    /// The server.
    case server
    /// The cache, after the server has said that what is stored still holds (304; RFC 9111, section 4.3).
    case validated
  }

  /// The run of the load, by which the trace knows it; nil for metrics that are of none.
  public var run: RunID?
  /// How it ended, without its value.
  public var ending: TraceEvent.Ending
  /// Where its answer came from; nil where nothing answered.
  public var tier: Tier?
  /// Whether it shared its work with another load at the same time. What is said of the work is then said to both, and happened
  /// once.
  public var isShared = false
  /// How many tries were made; 0 where the server was not asked.
  public var attempts = 0
  /// How many redirects were followed.
  public var redirects = 0
  /// Bytes of bodies that came over the connection, decompressed, those of tries that broke off with them.
  public var bytesReceived: Int64 = 0

  /// From its beginning to its outcome.
  public var total = Duration.zero
  /// Waiting for places in the ``Admission``.
  public var waitingForPlace = Duration.zero
  /// From requests on their way to the heads of their answers: connections are made in that time, too.
  public var waitingForHead = Duration.zero
  /// From heads to the ends of their bodies, with the handing on of what came.
  public var receiving = Duration.zero
  /// Putting what has been received into its place, in the cache's folder or where a download goes.
  public var storing = Duration.zero
  /// Waiting between tries.
  public var pausing = Duration.zero
  /// In the decoder of ``Fetcher/value(for:decode:)`` and ``Fetcher/json(_:for:)``.
  public var decoding = Duration.zero

  /// What the transport knows of the last answer; nil where there was none, or where it does not measure.
  public var timings: TransportTimings?
  /// Whom the last answer came from; nil where the transport does not know.
  public var peer: TransportPeer?

  /// Of a load that took nothing.
  public init(ending: TraceEvent.Ending) {
    self.ending = ending
  }
}
