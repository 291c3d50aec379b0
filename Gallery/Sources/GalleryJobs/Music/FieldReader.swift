/// Reads the fields of a date from the front of a text, each in exactly the width that its format asks for.
///
/// A reader of bytes instead of a `DateFormatter`, which depends on the locale, accepts what no format
/// allows, and must not be shared between threads. After a `nil` the place in the text is of no meaning.
struct FieldReader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Steps over `text`, if it is next.
  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Steps over the first of `words` that is next, and gives its place among them.
  mutating func place(in words: [String]) -> Int? {
    words.firstIndex { take($0) }
  }

  /// The number in the next `digits` digits.
  mutating func number(digits: Int, in range: ClosedRange<Int> = 0...9999) -> Int? {
    let field = rest.prefix(digits)
    guard field.count == digits, field.allSatisfy(\.isDigit), let number = Int(Substring(field)),
      range.contains(number)
    else { return nil }
    rest = rest.dropFirst(digits)
    return number
  }

  /// `YYYY-MM-DD`.
  mutating func calendarDate() -> CalendarDate? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
      let day = number(digits: 2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// `HH:MM:SS`, in seconds. Second 60 is allowed, as RFC 3339 and RFC 5322 do for leap seconds.
  mutating func timeOfDay() -> Int? {
    guard let hour = number(digits: 2, in: 0...23), take(":"),
      let minute = number(digits: 2, in: 0...59), take(":"),
      let second = number(digits: 2, in: 0...60)
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// `.` and up to nine digits, in seconds; zero where there is no `.`.
  mutating func fraction() -> Double? {
    guard take(".") else { return 0 }
    let digits = rest.prefix(while: \.isDigit).count
    guard (1...9).contains(digits), let number = number(digits: digits, in: 0...999_999_999) else {
      return nil
    }
    return (0..<digits).reduce(Double(number)) { value, _ in value / 10 }
  }

  /// `±HH`, `separator`, `MM`, in seconds east of UTC.
  mutating func zoneOffset(separator: String) -> Int? {
    guard let sign = place(in: ["+", "-"]), let hours = number(digits: 2, in: 0...23), take(separator),
      let minutes = number(digits: 2, in: 0...59)
    else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == 0 ? 1 : -1)
  }
}
