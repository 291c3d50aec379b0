import Foundation
import Testing

/// A kept thing, as the page reads it.
struct ThingReply: Decodable {
  struct Chart: Decodable {
    struct Item: Decodable {
      let name: String
      let artworkURL: String?
    }

    let country: String
    let kind: String
    let count: Int
    let updated: String?
    let covers: [String]
    let items: [Item]?
  }

  struct Picture: Decodable {
    let width: Int?
    let height: Int?
    let frames: Int?
  }

  struct File: Decodable {
    let address: String
    let name: String
    let mediaType: String
    let bytes: Int
  }

  let id: Int64
  let url: String
  let kind: String
  let title: String
  let chart: Chart?
  let picture: Picture?
  let image: String?
  let file: File?
}

struct ThingsReply: Decodable {
  let things: [ThingReply]
  let next: String?
  let count: Int
}

extension RunningGallery {
  /// Keeps what the JSON says, and gives the whole answer.
  func keep(_ json: String) async throws -> Answer { try await send("POST", "/api/library", body: json) }

  /// Keeps what the JSON says, which has to work.
  func kept(_ json: String) async throws -> ThingReply {
    let answer = try await keep(json)
    try #require([200, 201].contains(answer.status), "\(answer.text)")
    return try answer.json(ThingReply.self)
  }

  func things(_ query: String = "") async throws -> ThingsReply {
    try await get("/api/library\(query)").json(ThingsReply.self)
  }

  /// The number under which each source is kept.
  func lookup(_ sources: String) async throws -> [Int64?] {
    let answer = try await send("POST", "/api/library/lookup", body: #"{"sources":[\#(sources)]}"#)
    return try answer.json([String: [Int64?]].self)["kept"] ?? []
  }

  /// The address of the animation that a search finds, as the page knows it.
  func gif() async throws -> String {
    try #require(try await get("/api/gifs?q=cat").json(ImageReply.self).hits.first?.image)
  }
}

private struct ImageReply: Decodable {
  struct Hit: Decodable { let image: String? }

  let hits: [Hit]
}
