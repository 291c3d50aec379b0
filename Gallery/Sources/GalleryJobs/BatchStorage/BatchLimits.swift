/// How many batches there may be.
public struct BatchLimits: Sendable {
  /// Batches that run at once.
  public var running: Int
  /// Batches of one client that run at once.
  public var runningOfOne: Int
  /// Batches that have ended and are kept. Default 32.
  public var ended: Int
  /// How much those may weigh together, in bytes of addresses. The latest stays in any case. Default 8 MB.
  public var weight: Int
  /// How long one that has ended is kept. Default an hour.
  public var age: Duration

  public init(
    running: Int,
    runningOfOne: Int,
    ended: Int = 32,
    weight: Int = 8_000_000,
    age: Duration = .seconds(3600)
  ) {
    self.running = running
    self.runningOfOne = runningOfOne
    self.ended = ended
    self.weight = weight
    self.age = age
  }
}

/// Why a batch cannot run now.
public enum BatchRefusal: Error, Sendable, Equatable {
  /// As many run as may.
  case full
  /// The client has as many as one may.
  case shareFull
}
