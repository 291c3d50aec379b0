import Foundation
import Testing

/// What the page is told of a model's load.
struct ModelNews: Decodable, Equatable {
  let url: String
  let state: String
  let error: String?
  let storedID: Int64?
}

/// A page of the library, as the page reads it.
struct LibraryReply: Decodable {
  struct Thing: Decodable {
    struct Article: Decodable {
      let id: Int
      let title: String
    }

    let id: Int64
    let url: String
    let kind: String
    let article: Article?
    let image: String?
  }

  let things: [Thing]
  let next: String?
  let count: Int
}

extension EventReader {
  /// What is next told of a model.
  mutating func model() async throws -> ModelNews {
    let event = try await event()
    try #require(event.name == "model")
    return try JSONDecoder().decode(ModelNews.self, from: event.data)
  }

  /// What is told of models until so many have been loaded or have failed.
  mutating func models(settled count: Int) async throws -> [ModelNews] {
    var all: [ModelNews] = []
    while all.count(where: { ["loaded", "failed"].contains($0.state) }) < count {
      all.append(try await model())
    }
    return all
  }
}

extension RunningGallery {
  /// Loads models, and waits until each has come to an end.
  func load(_ addresses: String..., style: String? = nil) async throws -> [ModelNews] {
    var events = try await events(topics: "models")
    let body = try JSONEncoder().encode(["urls": addresses])
    let path = "/api/models" + (style.map { "?style=\($0)" } ?? "")
    let answer = try await send("POST", path, body: String(decoding: body, as: UTF8.self))
    try #require(answer.status == 202)
    return try await events.models(settled: addresses.count)
  }

  func library(_ query: String = "") async throws -> LibraryReply {
    try await get("/api/library\(query)").json(LibraryReply.self)
  }
}
