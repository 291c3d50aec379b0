import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("What is told of the members of a batch")
struct MemberNewsTests {
  private func members(_ count: Int, bytes: Int) -> [(place: Int64, answer: MemberAnswer)] {
    let url = "/" + String(repeating: "a", count: bytes)
    return (0..<count).map { (Int64($0) + 100, MemberAnswer(waiting: $0, url: url)) }
  }

  @Test("Large lists go into several events, and every member into one of them, with the place of the last")
  func chunks() throws {
    let drafts = MemberNews.drafts(of: members(20, bytes: 8000), in: "b")
    #expect(drafts.count == 3)
    #expect(drafts.allSatisfy { $0.data.utf8.count < 65_000 && $0.batch == "b" && $0.topic == .photos })
    struct Line: Decodable {
      let batch: String
      let members: [BatchReply.Member]
    }
    let read = try drafts.map { try JSONDecoder().decode(Line.self, from: Data($0.data.utf8)) }
    #expect(read.allSatisfy { $0.batch == "b" })
    #expect(read.flatMap(\.members).map(\.index) == Array(0..<20))
    #expect(drafts.map(\.place) == read.map { $0.members.last.map { Int64($0.index) + 100 } })
    #expect(MemberNews.drafts(of: [], in: "b").isEmpty)
  }

  @Test("A member larger than a list has an event of its own")
  func largeMember() {
    #expect(MemberNews.drafts(of: members(2, bytes: 70_000), in: "b").count == 2)
  }

  private func batch(_ id: String, succeeded: Int, of total: Int) -> StoredBatch {
    StoredBatch(
      number: 1,
      id: id,
      started: Date(timeIntervalSince1970: 0),
      style: .group,
      timeLimit: .seconds(1),
      spent: .zero,
      total: total,
      succeeded: succeeded,
      failed: 0,
      cancelled: 0,
      bytes: 9,
      ended: succeeded == total ? Date(timeIntervalSince1970: 1) : nil,
      timedOut: false
    )
  }

  @Test("News of several batches are told one after the other, each with its progress before its end")
  func telling() {
    let telling = BatchTelling(base: nil, signer: ImageSigner(key: SigningKey(), own: OwnUpstream(nil)))
    let member = { GalleryJobs.BatchNews.What.member(PhotoMember(index: $0, url: "/", status: .succeeded)) }
    let news = GalleryJobs.BatchNews(
      entries: [
        .init(place: 1, batch: "a", what: member(0)), .init(place: 2, batch: "a", what: member(1)),
        .init(place: 3, batch: "a", what: .end), .init(place: 4, batch: "b", what: member(0)),
        .init(place: 5, batch: "c", what: .end),
      ],
      batches: [
        "a": batch("a", succeeded: 2, of: 2), "b": batch("b", succeeded: 1, of: 2),
        "c": batch("c", succeeded: 0, of: 0),
      ],
      position: BatchCursor(store: "s", place: 5)
    )
    let drafts = telling.drafts(of: news)
    #expect(
      drafts.map { "\($0.name) \($0.batch ?? "")" }
        == ["photo a", "photos a", "photos-done a", "photo b", "photos b", "photos c", "photos-done c"]
    )
    #expect(drafts.map(\.place) == [2, nil, 3, 4, nil, nil, 5])
  }
}
