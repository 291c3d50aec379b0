/// Makes answers slow, in the time of the server's clock.
public struct Shaping: Hashable, Sendable {
  /// The time before an answer's first byte. Zero by default.
  public var latency: Duration
  /// Bytes a second for each answer, head included, and at no time more; `nil`, the default, is as fast as the client reads.
  public var bandwidth: Int?

  /// As fast as the machine can.
  public static let none = Shaping()

  /// Slow to begin, slow to go on, or both.
  public init(latency: Duration = .zero, bandwidth: Int? = nil) {
    precondition(bandwidth.map { $0 > 0 } ?? true, "a bandwidth is at least one byte a second")
    self.latency = latency
    self.bandwidth = bandwidth
  }
}
