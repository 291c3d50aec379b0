import Foundation
import Testing

/// How a batch of photos is, as a client reads it.
struct BatchReply: Decodable {
  struct Member: Decodable, Equatable {
    let index: Int
    let url: String
    let status: String
    let error: String?
    let image: String?
  }

  struct Failure: Decodable, Equatable {
    let index: Int
    let url: String
    let error: String
  }

  struct Done: Decodable {
    let succeeded: Int
    let failed: Int
    let cancelled: Int
    let timedOut: Bool
    let errors: [Failure]
  }

  let batch: String
  let progress: BatchNews.Progress
  let members: [Member]
  let done: Done?
}

/// The list of batches, as a client reads it.
struct BatchesReply: Decodable {
  struct Entry: Decodable {
    let batch: String
    let started: Date
    let progress: BatchNews.Progress
    let done: BatchNews.End?
  }

  let batches: [Entry]
  let samples: Bool
  let most: Int
}

extension RunningGallery {
  /// The list of batches.
  func batches() async throws -> [BatchesReply.Entry] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(BatchesReply.self, from: try await get("/api/photos").body).batches
  }

  /// Starts a batch, and gives its number.
  func startBatch(_ paths: [String], options: String = "") async throws -> String {
    let urls = String(decoding: try JSONEncoder().encode(paths), as: UTF8.self)
    let answer = try await send("POST", "/api/photos", body: #"{"urls":\#(urls)\#(options)}"#)
    try #require(answer.status == 202, "\(answer.text)")
    let id = try #require(try answer.json([String: String].self)["batch"])
    #expect(answer.fields["Location"] == "/api/photos/\(id)")
    return id
  }

  func batch(_ id: String) async throws -> BatchReply {
    try await get("/api/photos/\(id)").json(BatchReply.self)
  }

  /// How the batch is once it has ended, after all that was told of it has come.
  func endOfBatch(_ id: String, _ events: inout EventReader) async throws -> BatchReply {
    let news = try await events.wholeBatch()
    #expect(news.allSatisfy { $0.batch == id })
    return try await batch(id)
  }
}
