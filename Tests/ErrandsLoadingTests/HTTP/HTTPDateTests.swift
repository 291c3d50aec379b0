import Testing

@testable import ErrandsLoading

@Suite("Dates of HTTP")
struct HTTPDateTests {
  @Test(
    "All three forms are read",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ]
  )
  func forms(_ text: String) {
    #expect(HTTPDate(text)?.seconds == 784_111_777)
  }

  @Test(
    "What is no date is none",
    arguments: [
      "", "0", "-1", "soon", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
      "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nop 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
      "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 199 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sunday, 06-Nov-94-1 08:49:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "\t, 06 Nov 1994 08:49:37 GMT", "\u{A0}, 06-Nov-94 08:49:37 GMT",
    ]
  )
  func none(_ text: String) {
    #expect(HTTPDate(text) == nil)
  }

  @Test("The day's name does not count, and a leap second is a second")
  func lenient() {
    #expect(HTTPDate("Mon, 06 Nov 1994 08:49:37 GMT")?.seconds == 784_111_777)
    #expect(HTTPDate("Sun, 06 Nov 1994 08:49:60 GMT")?.seconds == 784_111_800)
  }

  @Test("Two digits of a year are of 1970 to 2069")
  func centuries() {
    #expect(HTTPDate("Monday, 01-Jan-69 00:00:00 GMT")?.description == "Tue, 01 Jan 2069 00:00:00 GMT")
    #expect(HTTPDate("Monday, 01-Jan-70 00:00:00 GMT")?.seconds == 0)
  }

  @Test("Every day of four centuries is written as it is read")
  func roundTrip() {
    for day in stride(from: Int64(-40_000), to: 106_000, by: 1) {
      let date = HTTPDate(seconds: day * 86_400 + 3_723)
      #expect(HTTPDate(date.description) == date)
    }
  }

  /// The year 94 was written with two digits, and read as 1994; the year 10000 with five, and not read at all.
  @Test(
    "A year is written with four digits",
    arguments: [
      ("Thu, 01 Jan 0000 00:00:00 GMT", "Sat, 01 Jan 0000 00:00:00 GMT"),
      ("Sat, 06 Nov 0094 08:49:37 GMT", "Sat, 06 Nov 0094 08:49:37 GMT"),
      ("Sat Nov  6 08:49:37 0994", "Thu, 06 Nov 0994 08:49:37 GMT"),
      ("Fri, 31 Dec 9999 23:59:59 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"),
      ("Fri, 31 Dec 9999 23:59:60 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"),
    ]
  )
  func years(_ text: String, _ written: String) throws {
    let date = try #require(HTTPDate(text))
    #expect(date.description == written)
    #expect(HTTPDate(written) == date)
    #expect(HTTPDate("Sun, 06 Nov 99999 08:49:37 GMT") == nil)
  }

  /// The smallest number there is ended the process on its way to a text.
  @Test("Any number of seconds is a date: what cannot be written is the nearest that can")
  func nearest() {
    #expect(HTTPDate(seconds: .max).description == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate(seconds: .min).description == "Sat, 01 Jan 0000 00:00:00 GMT")
    #expect(HTTPDate(seconds: .min) == HTTPDate("Sat, 01 Jan 0000 00:00:00 GMT"))
    #expect(HTTPDate(seconds: -1).description == "Wed, 31 Dec 1969 23:59:59 GMT")
  }

  @Test("The leap day of 2000 is one, that of 1900 is not")
  func leapDays() {
    #expect(HTTPDate("Tue, 29 Feb 2000 00:00:00 GMT")?.seconds == 951_782_400)
    #expect(HTTPDate("Thu, 29 Feb 1900 00:00:00 GMT") == nil)
  }
}
