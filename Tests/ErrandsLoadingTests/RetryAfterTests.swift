import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Times that servers name, and that people read")
struct RetryAfterTests {
  @Test(
    "Retry-After is seconds or a date, and never negative",
    arguments: [
      ("120", Duration.seconds(120)), (" 3 ", .seconds(3)), ("0", .zero), ("+5", nil), ("-5", nil),
      ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)), ("Sun, 06 Nov 1994 08:49:00 GMT", .zero),
      // Servers of the last century, and those that imitate them.
      ("Sunday, 06-Nov-94 08:49:47 GMT", .seconds(10)), ("Sun Nov  6 08:49:47 1994", .seconds(10)),
      ("Fri, 31 Dec 9999 23:59:59 GMT", .seconds(252_618_189_022)),
      // The year was taken for one in the past, and the next try came at once.
      ("Sun, 06 Nov 99999999999999 08:49:47 GMT", nil),
      ("soon", nil), ("", nil), ("1.5", nil), ("99999999999999999999", .seconds(Int64.max)),
    ] as [(String, Duration?)]
  )
  func retryAfter(_ text: String, _ wait: Duration?) {
    let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
    #expect(HTTPFields([.init("retry-after", text)]).retryAfter(now: now) == wait)
  }

  /// The seconds come from the server: multiplied by a thousand they ended the process.
  @Test("A wait as long as a number can be is still a sentence")
  func endlessWait() throws {
    let wait = try #require(HTTPFields([.init("Retry-After", "\(Int.max)")]).retryAfter())
    #expect(wait.shortText == "\(Int.max) seconds")
  }

  @Test(
    "Durations read as a person would say them",
    arguments: [
      (Duration.milliseconds(300), "300 milliseconds"), (.seconds(1), "1 second"),
      (.seconds(30), "30 seconds"),
      (.milliseconds(1_500), "1.5 seconds"), (.zero, "0 milliseconds"),
    ]
  )
  func durations(_ duration: Duration, _ text: String) {
    #expect(duration.shortText == text)
  }
}
