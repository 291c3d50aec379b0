import Foundation

/// The two ways in which feeds write when they were `updated`.
///
/// Both are read strictly and in any time zone. A text that has a second meaning has none here: a chart
/// without an age is better than one with a wrong age.
enum FeedTimestamp {
  /// The instant of `2019-05-17T01:42:26.000-07:00` (first generation, RFC 3339 section 5.6) or of
  /// `Sat, 16 Mar 2024 11:16:20 +0000` (second generation, RFC 5322 section 3.3).
  static func date(from text: String) -> Date? {
    internetDate(text) ?? mailDate(text)
  }

  private static func internetDate(_ text: String) -> Date? {
    var reader = FieldReader(text)
    guard let day = reader.calendarDate(), reader.take("T"), let time = reader.timeOfDay(),
      let fraction = reader.fraction(),
      let offset = reader.take("Z") ? 0 : reader.zoneOffset(separator: ":"), reader.isAtEnd
    else { return nil }
    return date(day: day, time: time, offset: offset, fraction: fraction)
  }

  /// The day of the week is optional and, where it is given, has to be that of the date.
  private static func mailDate(_ text: String) -> Date? {
    var reader = FieldReader(text)
    let weekday = reader.place(in: weekdays.map { "\($0), " })
    guard let dayOfMonth = reader.number(digits: 2) ?? reader.number(digits: 1), reader.take(" "),
      let month = reader.place(in: months), reader.take(" "),
      let year = reader.number(digits: 4), reader.take(" "),
      let day = CalendarDate(year: year, month: month + 1, day: dayOfMonth),
      weekday == nil || weekday == place(inWeek: day),
      let time = reader.timeOfDay(), reader.take(" "),
      let offset = reader.take("GMT") ? 0 : reader.zoneOffset(separator: ""), reader.isAtEnd
    else { return nil }
    return date(day: day, time: time, offset: offset, fraction: 0)
  }

  private static func date(day: CalendarDate, time: Int, offset: Int, fraction: Double) -> Date {
    Date(timeIntervalSince1970: Double(day.secondsSince1970 + time - offset) + fraction)
  }

  /// 0 is Monday. 1 January 1970 was a Thursday.
  private static func place(inWeek day: CalendarDate) -> Int {
    let days = day.secondsSince1970 / 86_400 + 3
    return (days % 7 + 7) % 7
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
