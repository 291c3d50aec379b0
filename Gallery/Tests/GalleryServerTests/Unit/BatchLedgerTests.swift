import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("The ledger of a batch")
struct BatchLedgerTests {
  private let one = PhotoMember(index: 1, url: "/1", status: .failed, error: "No.")
  private let zero = PhotoMember(index: 0, url: "/0", status: .succeeded)

  @Test("Tells what is new, and tells it once")
  func news() {
    var ledger = BatchLedger(addresses: ["/0", "/1"])
    ledger.hear(.progress(PhotoBatchProgress(settled: 0, total: 2, bytes: 5)))
    ledger.hear(.member(one))
    let first = ledger.takeNews()
    #expect(first.members == [one])
    #expect(first.progress == PhotoBatchProgress(settled: 1, total: 2, bytes: 5))
    #expect(first.summary == nil)
    ledger.hear(.member(zero))
    #expect(ledger.takeNews().members == [zero])
    #expect(ledger.takeNews().members.isEmpty)
    #expect(ledger.places == [zero, one])
  }

  /// A batch counts those that are done before it tells of them: "2 of 2" would have been said beside one photo.
  @Test("Counts only the members that it has heard of")
  func counts() {
    var ledger = BatchLedger(addresses: ["/0", "/1"])
    ledger.hear(.progress(PhotoBatchProgress(settled: 2, total: 2, bytes: 9)))
    ledger.hear(.member(zero))
    #expect(ledger.progress == PhotoBatchProgress(settled: 1, total: 2, bytes: 9))
  }

  @Test("Large lists go into several events, and every member into one of them")
  func chunks() throws {
    let url = "/" + String(repeating: "a", count: 8000)
    let members = (0..<20).map { MemberAnswer(waiting: $0, url: url) }
    let lines = MemberNews.lines(of: members, in: "b")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.utf8.count < 65_000 })
    struct Line: Decodable {
      let batch: String
      let members: [BatchReply.Member]
    }
    let read = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(read.allSatisfy { $0.batch == "b" })
    #expect(read.flatMap(\.members).map(\.index) == Array(0..<20))
    #expect(MemberNews.lines(of: [], in: "b").isEmpty)
  }

  @Test("A member larger than a list has an event of its own")
  func largeMember() {
    let large = MemberAnswer(waiting: 0, url: String(repeating: "a", count: 70_000))
    #expect(MemberNews.lines(of: [large, large], in: "b").count == 2)
  }
}
