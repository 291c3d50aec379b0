import Foundation

/// Dates as HTTP writes them, to the second (RFC 9110 section 5.6.7).
extension Date {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// Seconds since 1970, without their fraction.
  var wholeSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  var httpText: String {
    let parts = Self.parts(ofSecond: wholeSeconds)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(parts.tm_year + 1_900)
    let years = String(repeating: "0", count: max(0, 4 - year.count)) + year
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
    let day = "\(two(parts.tm_mday)) \(Self.months[Int(parts.tm_mon)]) \(years)"
    return "\(Self.days[Int(parts.tm_wday)]), \(day) \(time) GMT"
  }

  /// Any of the three forms in which a client may write it; `nil` for anything else, and for a day that there is not.
  init?(httpText text: String) {
    let words = text.split { $0 == " " || $0 == "," }
    let seconds: Int?
    switch words.count {
    // `Sun, 06 Nov 1994 08:49:37 GMT`
    case 6 where words[5] == "GMT":
      seconds = Self.seconds(day: words[1], month: words[2], year: words[3], time: words[4])
    // `Sun Nov  6 08:49:37 1994`
    case 5: seconds = Self.seconds(day: words[2], month: words[1], year: words[4], time: words[3])
    // `Sunday, 06-Nov-94 08:49:37 GMT`
    case 4 where words[3] == "GMT":
      let date = words[1].split(separator: "-")
      guard date.count == 3, let year = Self.number(date[2], digits: 2) else { return nil }
      // A year that is more than fifty years ahead is one of the last century.
      let century = year + 2_000 > Self.thisYear + 50 ? 1_900 : 2_000
      let full = Substring("\(century + year)")
      seconds = Self.seconds(day: date[0], month: date[1], year: full, time: words[2])
    default: return nil
    }
    guard let seconds else { return nil }
    self.init(timeIntervalSince1970: Double(seconds))
  }

  private static var thisYear: Int { Int(parts(ofSecond: Date().wholeSeconds).tm_year) + 1_900 }

  private static func seconds(day: Substring, month: Substring, year: Substring, time: Substring) -> Int? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let month = months.firstIndex(of: String(month)), clock.count == 3,
      let day = number(day, digits: day.utf8.count == 1 ? 1 : 2), let year = number(year, digits: 4),
      let hour = number(clock[0], digits: 2), let minute = number(clock[1], digits: 2),
      let second = number(clock[2], digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(year - 1_900)
    parts.tm_mon = Int32(month)
    parts.tm_mday = Int32(day)
    let midnight = Int(timegm(&parts))
    // The 31st of April would come out as the first of May.
    guard Self.parts(ofSecond: midnight).tm_mday == Int32(day) else { return nil }
    return midnight + hour * 3_600 + minute * 60 + second
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy(UInt8.isDigit) else { return nil }
    return Int(text)
  }

  private static func parts(ofSecond second: Int) -> tm {
    var time = time_t(second)
    var parts = tm()
    gmtime_r(&time, &parts)
    return parts
  }
}

extension UInt8 {
  /// Whether it is a digit in ASCII.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
