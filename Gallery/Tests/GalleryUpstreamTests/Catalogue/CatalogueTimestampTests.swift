import Foundation
import Testing

@testable import GalleryUpstream

@Suite("How a feed writes dates")
struct CatalogueTimestampTests {
  @Test(
    "An instant in both formats",
    arguments: [
      (1_710_587_780.9, "2024-03-16T04:16:20.000-07:00", "Sat, 16 Mar 2024 11:16:20 +0000"),
      (0, "1969-12-31T17:00:00.000-07:00", "Thu, 01 Jan 1970 00:00:00 +0000"),
      (-1, "1969-12-31T16:59:59.000-07:00", "Wed, 31 Dec 1969 23:59:59 +0000"),
      (951_782_400, "2000-02-28T17:00:00.000-07:00", "Tue, 29 Feb 2000 00:00:00 +0000"),
    ]
  )
  func instants(seconds: Double, pacific: String, mail: String) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(CatalogueTimestamp.pacific(date) == pacific)
    #expect(CatalogueTimestamp.mail(date) == mail)
  }

  @Test("A release's day: fixed, counted from now, or none")
  func releases() {
    let now = Date(timeIntervalSince1970: 1_710_587_780)
    #expect(CatalogueRelease.on(day: 0).text(asOf: now) == "1970-01-01")
    #expect(CatalogueRelease.on(day: 19_782).text(asOf: now) == "2024-02-29")
    #expect(CatalogueRelease.ahead(days: 20).text(asOf: now) == "2024-04-05")
    #expect(CatalogueRelease.unannounced.text(asOf: now) == nil)
  }
}
