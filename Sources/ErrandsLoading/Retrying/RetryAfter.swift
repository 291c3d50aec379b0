import Foundation

extension HTTPFields {
  /// The wait that a server asks for: seconds, or a date (RFC 9110, section 10.2.3). Nil where it asks for
  /// none, or in a form that is neither; never negative.
  func retryAfter(now: Date = Date()) -> Duration? {
    guard let text = self["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = FieldList.number(text) { return .seconds(seconds) }
    guard let date = HTTPDate(text) else { return nil }
    return .seconds(max(0, Double(date.seconds) - now.timeIntervalSince1970))
  }
}
