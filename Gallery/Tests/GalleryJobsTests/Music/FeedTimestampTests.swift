import Foundation
import Testing

@testable import GalleryJobs

@Suite("When a feed was updated")
struct FeedTimestampTests {
  @Test(
    "Both formats, in any zone",
    arguments: [
      ("2019-05-17T01:42:26.000-07:00", 1_558_082_546.0),
      ("2019-12-02T01:55:25.000-08:00", 1_575_280_525),
      ("2019-05-17T08:42:26Z", 1_558_082_546),
      ("2019-05-17T14:27:26+05:45", 1_558_082_546),
      ("2019-05-17T08:42:26.5Z", 1_558_082_546.5),
      ("2019-05-17T08:42:26.250000000+00:00", 1_558_082_546.25),
      ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("Sat, 16 Mar 2024 11:16:20 +0000", 1_710_587_780),
      ("Sat, 16 Mar 2024 04:16:20 -0700", 1_710_587_780),
      ("Sat, 16 Mar 2024 11:16:20 GMT", 1_710_587_780),
      ("16 Mar 2024 18:16:20 +0700", 1_710_587_780),
      ("Fri, 1 Mar 2024 00:00:00 +0000", 1_709_251_200),
      ("Wed, 31 Dec 1969 23:59:59 +0000", -1),
    ]
  )
  func understood(text: String, seconds: Double) {
    #expect(FeedTimestamp.date(from: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "Texts that have no one meaning",
    arguments: [
      "", "now", "2019-05-17", "2019-05-17T01:42:26", "2019-05-17 01:42:26Z", "2019-05-17T01:42Z",
      "2019-05-17T24:00:00Z", "2019-05-17T01:60:00Z", "2019-05-17T01:42:61Z", "2019-02-30T01:42:26Z",
      "2019-05-17T01:42:26.Z", "2019-05-17T01:42:26.0000000001Z", "2019-05-17T01:42:26-0700",
      "2019-05-17T01:42:26-07", "2019-05-17T01:42:26-24:00", "2019-05-17T01:42:26Zulu",
      "2019-05-17T01:42:26z",
      "Sat, 16 Mar 2024 11:16:20", "Sat, 16 Mar 24 11:16:20 +0000", "Sat, 16 März 2024 11:16:20 +0000",
      "Sam, 16 Mar 2024 11:16:20 +0000", "Sun, 16 Mar 2024 11:16:20 +0000", "Fri, 30 Feb 2024 11:16:20 +0000",
      "Sat, 16 Mar 2024 11:16:20 +00:00", "Sat, 16 Mar 2024 11:16:20 PDT", "Sat, 16 Mar 2024 11:16:20 +0000 ",
      "1710587780", "Sat,16 Mar 2024 11:16:20 +0000",
    ]
  )
  func refused(text: String) {
    #expect(FeedTimestamp.date(from: text) == nil)
  }

  @Test("Many threads read dates at once")
  func concurrency() async {
    let text = "Sat, 16 Mar 2024 11:16:20 +0000"
    let dates = await withTaskGroup(of: Date?.self) { group in
      for _ in 0..<200 { group.addTask { FeedTimestamp.date(from: text) } }
      return await group.reduce(into: Set<Date?>()) { $0.insert($1) }
    }
    #expect(dates == [Date(timeIntervalSince1970: 1_710_587_780)])
  }
}
