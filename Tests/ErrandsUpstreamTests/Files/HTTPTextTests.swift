import Foundation
import Testing

@testable import ErrandsUpstream

@Suite("A date of HTTP")
struct HTTPTextTests {
  @Test(
    "is written in its one form",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ]
  )
  func written(_ seconds: Int, _ text: String) {
    let date = Date(timeIntervalSince1970: Double(seconds) + 0.9)
    #expect(date.httpText == text)
    #expect(Date(httpText: text) == Date(timeIntervalSince1970: Double(seconds)))
  }

  @Test(
    "is read in all three",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ]
  )
  func forms(_ text: String) {
    #expect(Date(httpText: text)?.wholeSeconds == 784_111_777)
  }

  @Test("with two digits of a year is no more than fifty years ahead")
  func century() {
    #expect(Date(httpText: "Friday, 01-Jan-99 00:00:00 GMT")?.wholeSeconds == 915_148_800)
    #expect(Date(httpText: "Saturday, 01-Jan-00 00:00:00 GMT")?.wholeSeconds == 946_684_800)
  }

  @Test(
    "that is none is not guessed",
    arguments: [
      "", "0", "yesterday", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
      "Fri, 31 Apr 2026 00:00:00 GMT", "Sun, 29 Feb 2026 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
    ]
  )
  func none(_ text: String) {
    #expect(Date(httpText: text) == nil)
  }
}
