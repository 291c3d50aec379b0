import Foundation

/// A day of the Gregorian calendar, such as a release date: no time, no time zone.
///
/// A `Date` would be an instant, and the day that it falls on would depend on the reader's time zone.
public struct CalendarDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 1…9999.
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31.
  public let day: Int

  /// - Returns: `nil` for a day that is in no calendar, such as 30 February.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that a feed writes as `YYYY-MM-DD`, or as the beginning of a timestamp.
  ///
  /// Early feeds of the first generation put a time behind the day. The day is taken as it is written,
  /// without a conversion to another zone: it is the storefront's day.
  public init?(feedText: String) {
    var reader = FieldReader(feedText)
    guard let date = reader.calendarDate(), reader.isAtEnd || reader.take("T") || reader.take(" ") else {
      return nil
    }
    self = date
  }

  /// `YYYY-MM-DD`.
  public var description: String {
    "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
  }

  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Midnight in UTC at the beginning of this day, in seconds since 1970.
  ///
  /// Counted by hand, since a `Calendar` follows the machine's settings unless told otherwise in five places.
  /// Years are taken to begin in March, which puts the leap day last.
  var secondsSince1970: Int {
    let shiftedYear = month > 2 ? year : year - 1
    let shiftedMonth = (month + 9) % 12
    let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    let days = shiftedYear * 365 + leapDays + (shiftedMonth * 153 + 2) / 5 + day - 1
    let daysFromMarchOfYearZeroTo1970 = 719_468
    return (days - daysFromMarchOfYearZeroTo1970) * 86_400
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}
