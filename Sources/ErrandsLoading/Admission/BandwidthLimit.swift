import Errands

/// So many bytes a second, for one load or for several that share it.
///
/// ```swift
/// let limit = BandwidthLimit(bytesPerSecond: 200_000)
///
/// for try await chunk in body {
///   try file.write(chunk)
///   try await limit.pause(after: chunk.count).value()
/// }
/// ```
///
/// A load waits after each chunk until what has been read, by all loads that share the limit, has taken as long as the
/// rate says. In any stretch of time no more is read than the rate allows and, as a chunk is paid for when it is
/// there, one chunk on top for each load that shares the limit. What is not used in a pause is not saved up.
public final class BandwidthLimit: Sendable {
  /// As it was given when it was made; 1 at least.
  public let bytesPerSecond: Int
  private let clock: RelativeClock
  private let state: Lock<BandwidthState>

  /// A limit under which nothing has been read.
  ///
  /// - Parameters:
  ///   - bytesPerSecond: How many bytes a second has. Less than 1 counts as 1.
  ///   - clock: What measures the second. Default `ContinuousClock`.
  public init(bytesPerSecond: Int, clock: any Clock<Duration> = ContinuousClock()) {
    self.bytesPerSecond = max(bytesPerSecond, 1)
    self.clock = RelativeClock(clock)
    state = Lock(BandwidthState(bytesPerSecond: bytesPerSecond))
  }

  /// Counts a chunk of so many bytes that has been read, and tells how long its load is to wait before it reads
  /// the next one. With 0, how long a load is to wait that has read nothing yet.
  public func wait(after count: Int) -> Duration {
    let now = clock.now
    return state.withLock { $0.take(count, at: now) }
  }

  /// The same as an errand that takes as long as the load is to wait. The chunk is counted when it is run.
  public func pause(after count: Int) -> Errand<Void> {
    .fromCallback("a pause of the bandwidth limit") { [self] callback in
      let wait = wait(after: count)
      if wait <= .zero { return _ = callback.succeed(()) }
      let timer = clock.call(at: clock.now + wait) { callback.succeed(()) }
      callback.onCancel { timer.cancel() }
    }
  }
}
