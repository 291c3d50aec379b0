import Foundation
import Testing

@testable import GalleryServer

/// An event about a batch of photos, as a client reads it.
struct BatchNews {
  struct Progress: Decodable, Equatable {
    let settled: Int
    let total: Int
    let bytes: Int
  }

  struct End: Decodable, Equatable {
    let batch: String
    let succeeded: Int
    let failed: Int
    let cancelled: Int
    let timedOut: Bool
  }

  private struct ProgressEvent: Decodable {
    let batch: String
    let progress: Progress
  }

  private struct MembersEvent: Decodable {
    let batch: String
    let members: [BatchReply.Member]
  }

  let id: EventID
  let batch: String
  private(set) var progress: Progress?
  private(set) var members: [BatchReply.Member] = []
  private(set) var end: End?

  init(_ event: (id: EventID, name: String, data: Data)) throws {
    id = event.id
    let decoder = JSONDecoder()
    switch event.name {
    case "photos":
      let news = try decoder.decode(ProgressEvent.self, from: event.data)
      (batch, progress) = (news.batch, news.progress)
    case "photo":
      let news = try decoder.decode(MembersEvent.self, from: event.data)
      (batch, members) = (news.batch, news.members)
    default:
      #expect(event.name == "photos-done")
      let news = try decoder.decode(End.self, from: event.data)
      (batch, end) = (news.batch, news)
    }
  }
}
