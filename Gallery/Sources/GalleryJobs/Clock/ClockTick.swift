import Foundation

/// A tick of the wall clock.
public struct ClockTick: Sendable, Hashable {
  /// Counts up from 1, from when the clock got its first watcher.
  public let tick: Int
  public let time: Date

  public init(tick: Int, time: Date) {
    self.tick = tick
    self.time = time
  }
}

extension ClockTick: Encodable {
  private enum CodingKeys: String, CodingKey { case tick, time }

  /// The time is ISO 8601 in UTC, to the millisecond, whatever the date strategy of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tick, forKey: .tick)
    try container.encode(time.formatted(.iso8601WithMilliseconds), forKey: .time)
  }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
  fileprivate static var iso8601WithMilliseconds: Self { Self(includingFractionalSeconds: true) }
}
