extension Duration {
  /// So many seconds, no less than none. What is not a number, or more than a clock can count, is a century.
  package static func lasting(_ seconds: Double) -> Duration {
    seconds < secondsOfACentury ? .seconds(max(seconds, 0)) : aCentury
  }

  /// As good as never, and no more than a clock can count.
  package static let aCentury = Duration.seconds(secondsOfACentury)
}

private let secondsOfACentury = 3_155_760_000.0
