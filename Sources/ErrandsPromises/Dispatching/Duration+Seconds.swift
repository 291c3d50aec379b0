import Foundation

extension Duration {
  /// So many seconds, no less than none. What is not a number, or more than a clock can count, is a century.
  static func lasting(_ seconds: TimeInterval) -> Duration {
    seconds < secondsOfACentury ? .seconds(max(seconds, 0)) : aCentury
  }

  /// As good as never, and no more than a clock can count.
  static let aCentury = Duration.seconds(secondsOfACentury)
}

private let secondsOfACentury = 3_155_760_000.0
