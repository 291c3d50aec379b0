import Foundation

/// The time as `Date` has it (RFC 9110, section 5.6.7), which is written once a second.
struct DateText {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private var second: time_t?
  private var written = ""

  /// - Parameter now: Seconds since 1970.
  mutating func at(_ now: time_t) -> String {
    if now == second { return written }
    second = now
    var (now, parts) = (now, tm())
    gmtime_r(&now, &parts)
    let (day, month) = (Self.days[Int(parts.tm_wday)], Self.months[Int(parts.tm_mon)])
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.twoDigits).joined(separator: ":")
    written = "\(day), \(Self.twoDigits(parts.tm_mday)) \(month) \(1900 + parts.tm_year) \(clock) GMT"
    return written
  }

  private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
