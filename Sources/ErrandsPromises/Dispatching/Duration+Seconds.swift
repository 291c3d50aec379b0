import Foundation

extension Duration {
  /// So many seconds, no less than none. What is not a number, or more than a clock can count, is a century.
  static func lasting(_ seconds: TimeInterval) -> Duration {
    seconds < aCentury ? .seconds(max(seconds, 0)) : .seconds(aCentury)
  }
}

private let aCentury = 3_155_760_000.0
