import Foundation
import Testing

@testable import GalleryJobs

@Suite("What is said of a cover")
struct CoverResultTests {
  @Test("A line has four keys, and the reason where it failed")
  func line() throws {
    let shown = CoverResult(
      index: 3,
      bytes: 12,
      after: .milliseconds(4_567.8),
      Result<Int, any Error>.success(1)
    )
    #expect(try text(of: shown) == #"{"bytes":12,"index":3,"milliseconds":4567,"status":"shown"}"#)
    let left = CoverResult(
      index: 0,
      bytes: 0,
      after: .zero,
      Result<Int, any Error>.failure(CancellationError())
    )
    #expect(try text(of: left) == #"{"bytes":0,"index":0,"milliseconds":0,"status":"cancelled"}"#)
    let url = try #require(URL(string: "http://h.test/1.jpg"))
    let failure = CoverError.unreadable(url, reason: "Why.")
    let failed = CoverResult(index: 1, bytes: 2, after: .zero, Result<Int, any Error>.failure(failure))
    #expect(failed.status == .failed)
    #expect(failed.error == "http://h.test/1.jpg is no cover that can be shown. Why.")
  }

  @Test("The summary adds up what the lines say")
  func summary() throws {
    var summary = CoversSummary()
    for index in 0..<5 {
      summary.add(CoverResult(index: index, bytes: 10, after: .zero, Result<Int, any Error>.success(1)))
    }
    summary.add(
      CoverResult(index: 5, bytes: 3, after: .zero, Result<Int, any Error>.failure(CancellationError()))
    )
    #expect(try text(of: summary) == #"{"bytesFetched":53,"cancelled":1,"failed":0,"shown":5}"#)
  }

  @Test("The filters have the names that people type, and each but the first does something")
  func filters() {
    #expect(CoverFilter.allCases.map(\.rawValue) == ["none", "sepia", "mono", "blur"])
    #expect(CoverFilter.none.imageFilter == nil)
    #expect(CoverFilter.allCases.dropFirst().allSatisfy { $0.imageFilter != nil })
  }

  private func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
