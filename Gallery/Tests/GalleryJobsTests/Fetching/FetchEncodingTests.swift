import Foundation
import GalleryJobs
import Testing

@Suite("What is told of fetches, as JSON")
struct FetchEncodingTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("Progress has the address, and how much there is of how much")
  func progress() throws {
    let known = FetchProgress(index: 3, url: "https://a.test/1", completed: 5, total: 10, resumedFrom: 2)
    #expect(try text(known) == #"{"completed":5,"total":10,"url":"https://a.test/1"}"#)
    let unknown = FetchProgress(index: 3, url: "https://a.test/1", completed: 5, total: nil)
    #expect(try text(unknown) == #"{"completed":5,"total":null,"url":"https://a.test/1"}"#)
  }

  @Test("A result has every key, and null where there is nothing")
  func nothing() throws {
    let result = FetchResult(index: 0, url: "/x", status: .cancelled)
    #expect(
      try text(result)
        == #"{"attempts":0,"bytes":null,"error":null,"httpStatus":null,"path":null,"resumedFrom":null,"#
        + #""sha256":null,"status":"cancelled","url":"/x"}"#
    )
  }

  @Test("A result has everything that there is")
  func everything() throws {
    var result = FetchResult(index: 0, url: "/x", status: .fetched)
    result.path = "x"
    result.bytes = 10
    result.resumedFrom = 4
    result.attempts = 2
    result.httpStatus = 206
    result.sha256 = "ab"
    result.error = "No."
    #expect(
      try text(result)
        == #"{"attempts":2,"bytes":10,"error":"No.","httpStatus":206,"path":"x","resumedFrom":4,"#
        + #""sha256":"ab","status":"fetched","url":"/x"}"#
    )
  }

  @Test("The summary counts how they ended, and adds up their bytes")
  func summary() throws {
    let statuses: [FetchResult.Status] = [.fetched, .fetched, .unchanged, .failed, .cancelled, .fetched]
    let results = statuses.enumerated().map { index, status in
      var result = FetchResult(index: index, url: "/\(index)", status: status)
      result.bytes = status == .unchanged ? nil : 10
      return result
    }
    #expect(
      try text(FetchSummary(results)) == #"{"bytes":50,"cancelled":1,"failed":1,"fetched":3,"unchanged":1}"#
    )
    #expect(try text(FetchSummary([])) == #"{"bytes":0,"cancelled":0,"failed":0,"fetched":0,"unchanged":0}"#)
  }
}
