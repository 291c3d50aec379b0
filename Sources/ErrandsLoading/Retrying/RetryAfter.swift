import Foundation

extension HTTPFields {
  /// The wait that a server asks for: seconds, or a date (RFC 9110, section 10.2.3). Nil where it asks for
  /// none, or in a form that is neither; never negative.
  func retryAfter(now: Date = Date()) -> Duration? {
    guard let text = self["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = Int(text) { return .seconds(max(0, seconds)) }
    guard let date = try? Date(text, strategy: Self.httpDate) else { return nil }
    return .seconds(max(0, date.timeIntervalSince(now)))
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
  private static let httpDate = Date.ParseStrategy(
    format:
      "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
    locale: Locale(identifier: "en_US_POSIX"),
    timeZone: .gmt
  )
}
