import ErrandsLoading
import Foundation
import Testing

@testable import GalleryServer

/// Reads a stream of server-sent events, as a browser does.
struct EventReader {
  let head: FetchHead
  private var chunks: TransportBody.Iterator
  private var buffer = Data()

  init(_ response: TransportResponse) {
    head = response.head
    chunks = response.body.makeAsyncIterator()
  }

  /// The next block of lines, or nil at the end of the stream.
  mutating func block() async throws -> String? {
    while true {
      if let end = buffer.firstRange(of: Data("\n\n".utf8)) {
        defer { buffer = Data(buffer[end.upperBound...]) }
        return String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
      }
      guard let chunk = try await chunks.next() else { return nil }
      buffer.append(chunk)
    }
  }

  /// What is told next; signs of life are passed over.
  mutating func event() async throws -> (id: EventID, name: String, data: Data) {
    while let block = try await block() {
      guard !block.hasPrefix(":") else { continue }
      let lines = block.split(separator: "\n").map(String.init)
      try #require(lines.count == 3)
      let id = try #require(EventID(String(lines[0].dropFirst("id: ".count))))
      return (
        id, String(lines[1].dropFirst("event: ".count)), Data(lines[2].dropFirst("data: ".count).utf8)
      )
    }
    throw StreamEnded()
  }

  /// What is next told of a load.
  mutating func load() async throws -> LoadNews {
    let event = try await event()
    #expect(event.name == "load")
    return LoadNews(id: event.id, facts: try JSONDecoder().decode(LoadNews.Facts.self, from: event.data))
  }

  /// What is told of a load until it has ended.
  mutating func wholeLoad() async throws -> [LoadNews] {
    var all = [try await load()]
    while let last = all.last, ["started", "progress"].contains(last.facts.state) {
      all.append(try await load())
    }
    return all
  }

  /// What is told of a batch until it has ended.
  mutating func wholeBatch() async throws -> [BatchNews] {
    var all: [BatchNews] = []
    repeat { all.append(try BatchNews(try await event())) } while all.last?.end == nil
    return all
  }

  struct StreamEnded: Error {}
}

/// An event about a load.
struct LoadNews {
  struct Facts: Decodable {
    let load: ID
    let label: String
    let state: String
    let completed: Int64
    let total: Int64?
    let error: String?
  }

  /// The number of a run, or the name that a client has given.
  enum ID: Decodable, Hashable {
    case number(UInt64)
    case name(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = try (try? container.decode(UInt64.self)).map(ID.number) ?? .name(container.decode(String.self))
    }
  }

  let id: EventID
  let facts: Facts
}
