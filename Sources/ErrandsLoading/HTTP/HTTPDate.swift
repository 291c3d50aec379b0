/// A time as HTTP writes it, in whole seconds since 1970 (RFC 9110, section 5.6.7).
public struct HTTPDate: Sendable, Hashable, Comparable {
  /// Seconds since 1970, without leap seconds.
  public let seconds: Int64

  /// A time outside of the years 0 to 9999, which are all that can be written, is the nearest one in them. So is the
  /// leap second at the end of the last one.
  public init(seconds: Int64) {
    self.seconds = min(max(seconds, Self.written.lowerBound), Self.written.upperBound)
  }

  /// From the first second of the year 0 to the last one of the year 9999.
  private static let written: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// Whether the left one is earlier.
  public static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

  /// Any of the three forms; nil for any other, and for a date that is none.
  ///
  /// The name of the day is passed over, whether it is the right one or not, if it looks like a name: the date says it all.
  public init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "," }
    guard words.first?.first?.isLetter == true else { return nil }
    // `Sun Nov  6 08:49:37 1994`
    if words.count == 5, let seconds = Self.seconds(day: words[2], words[1], year: words[4], time: words[3]) {
      self.init(seconds: seconds)
      return
    }
    // `Sunday, 06-Nov-94 08:49:37 GMT`
    if words.count == 4, words[3] == "GMT" {
      let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
      guard date.count == 3,
        let seconds = Self.seconds(day: date[0], date[1], year: date[2], time: words[2])
      else { return nil }
      self.init(seconds: seconds)
      return
    }
    // `Sun, 06 Nov 1994 08:49:37 GMT`
    guard words.count == 6, words[5] == "GMT",
      let seconds = Self.seconds(day: words[1], words[2], year: words[3], time: words[4])
    else { return nil }
    self.init(seconds: seconds)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  private static func seconds(
    day: Substring,
    _ monthName: Substring,
    year yearText: Substring,
    time: Substring
  ) -> Int64? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let month = months.firstIndex(of: String(monthName)), parts.count == 3,
      let day = digits(day, 1...2), (1...31).contains(day), let year = year(yearText),
      let hour = digits(parts[0], 2...2), let minute = digits(parts[1], 2...2),
      let second = digits(parts[2], 2...2), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
    guard date(ofDay: days).day == day else { return nil }
    return days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static func digits(_ text: Substring, _ lengths: ClosedRange<Int>) -> Int64? {
    lengths.contains(text.utf8.count) ? FieldList.number(text) : nil
  }

  /// Two digits are of the century that is not more than 50 years ahead; taken as one from 1970 to 2069.
  private static func year(_ text: Substring) -> Int64? {
    guard let year = digits(text, 2...4), text.utf8.count != 3 else { return nil }
    guard text.utf8.count == 2 else { return year }
    return year < 70 ? 2_000 + year : 1_900 + year
  }

  /// Days of the proleptic Gregorian calendar, in which the year begins in March, so that the leap day is its last one.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    return (year, month < 10 ? month + 3 : month - 9, day)
  }
}

extension HTTPDate: CustomStringConvertible {
  /// As it is written: `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var description: String {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let time = seconds - days * 86_400
    let (year, month, day) = Self.date(ofDay: days)
    let weekday = Self.days[Int(((days % 7) + 7) % 7)]
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { Self.digits($0, 2) }.joined(separator: ":")
    let date = "\(Self.digits(day, 2)) \(Self.months[Int(month) - 1]) \(Self.digits(year, 4))"
    return "\(weekday), \(date) \(clock) GMT"
  }

  private static func digits(_ number: Int64, _ length: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, length - text.utf8.count)) + text
  }
}
