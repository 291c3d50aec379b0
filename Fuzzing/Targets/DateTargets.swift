import Foundation

extension FuzzTarget {
  /// A date as a text, and any number of seconds as a date.
  static let date = FuzzTarget(name: "date") { input in
    if let date = HTTPDate(input.text) { checkDate(date) }
    checkDate(HTTPDate(seconds: input.number))
    // Of numbers made of any eight bytes hardly one is in the years that can be written.
    checkDate(HTTPDate(seconds: input.number % 400_000_000_000))
  }

  private static func checkDate(_ date: HTTPDate) {
    let text = date.description
    let again = require(HTTPDate(text), "\(text) is written, and cannot be read")
    require(again == date, "\(text) is read as \(again)")

    var seconds = time_t(date.seconds)
    var parts = tm()
    require(gmtime_r(&seconds, &parts) != nil, "the system knows no such second")
    let (day, month) = (weekdays[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
    let (year, number) = (Int(parts.tm_year) + 1_900, padded(Int(parts.tm_mday), 2))
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), 2) }.joined(separator: ":")
    let expected = "\(day.prefix(3)), \(number) \(month) \(padded(year, 4)) \(clock) GMT"
    require(text == expected, "\(date.seconds) is written as \(text), and to the system it is \(expected)")

    let older = "\(day.prefix(3)) \(month) \(number) \(clock) \(padded(year, 4))"
    require(HTTPDate(older) == date, "\(older) is read as something else")
    guard (1970..<2070).contains(year) else { return }
    let oldest = "\(day), \(number)-\(month)-\(padded(year % 100, 2)) \(clock) GMT"
    require(HTTPDate(oldest) == date, "\(oldest) is read as something else")
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func padded(_ number: Int, _ length: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }

  /// A wait that a server asks for.
  static let retryAfter = FuzzTarget(name: "retry-after") { input in
    let now = Date(timeIntervalSince1970: 784_111_777.5)
    let text = input.text
    let wait = HTTPFields([.init("Retry-After", text)]).retryAfter(now: now)
    if let wait {
      require(wait >= .zero, "\(wait) is a wait")
      require(!wait.shortText.isEmpty, "a wait has no words")
    }
    if let date = HTTPDate(text), !text.isDigits {
      let rest = Duration.seconds(max(0, Double(date.seconds) - now.timeIntervalSince1970))
      require(wait == rest, "\(date) is a wait of \(rest), and taken for \(wait.map { "\($0)" } ?? "none")")
    }
    if text.isDigits, let seconds = Int64(text) {
      require(wait == .seconds(seconds), "\(seconds) seconds are taken for \(wait.map { "\($0)" } ?? "none")")
    }
  }
}
