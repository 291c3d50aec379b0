import Foundation
import Testing

@testable import GalleryJobs

@Suite("A day of the calendar")
struct CalendarDateTests {
  @Test("Days that exist", arguments: ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "2023-04-30"])
  func existing(text: String) {
    #expect(CalendarDate(feedText: text)?.description == text)
  }

  @Test(
    "Days that do not exist, and texts that are no day",
    arguments: [
      "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "2024-01-32", "2024-04-31",
      "0000-01-01", "24-01-01", "2024-1-1", "2024/01/01", "20240101", "2024-01-01x", "2024-01", "",
      " 2024-01-01",
      "２０２４-01-01", "+024-01-01", "2024-01-011",
    ]
  )
  func missing(text: String) {
    #expect(CalendarDate(feedText: text) == nil)
  }

  /// A conversion to UTC would turn midnight in Auckland into the day before.
  @Test(
    "A time behind the day does not move the day",
    arguments: [
      "2017-09-15T00:00:00-07:00", "2017-09-15T23:59:59+13:00", "2017-09-15T07:00:00Z", "2017-09-15 07:00",
    ]
  )
  func time(text: String) {
    #expect(CalendarDate(feedText: text) == CalendarDate(year: 2017, month: 9, day: 15))
  }

  @Test("Days sort by year, month and day")
  func order() {
    let texts = ["2020-01-31", "2019-12-31", "2020-02-01", "2019-02-28"]
    let sorted = texts.compactMap { CalendarDate(feedText: $0) }.sorted().map(\.description)
    #expect(sorted == ["2019-02-28", "2019-12-31", "2020-01-31", "2020-02-01"])
  }

  @Test(
    "Seconds since 1970, before and after, across leap days",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -86_400), ("2000-02-29", 951_782_400), ("2000-03-01", 951_868_800),
      ("2024-03-16", 1_710_547_200), ("1900-03-01", -2_203_891_200),
    ]
  )
  func seconds(text: String, seconds: Int) {
    #expect(CalendarDate(feedText: text)?.secondsSince1970 == seconds)
  }
}
