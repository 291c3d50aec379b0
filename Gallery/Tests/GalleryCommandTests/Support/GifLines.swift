import ErrandsUpstream
import Foundation
import Testing

/// What `gallery gifs --json` wrote, line by line.
struct GifLines {
  struct Hit: Decodable, Equatable {
    let id: String
    let title: String?
    let url: String?
    let width: Int?
    let height: Int?
    let bytes: Int?
    let rating: String?
    let path: String?
    let frames: Int?
    let error: String?
  }

  struct Summary: Decodable, Equatable {
    let found: Int
    let downloaded: Int
    let failed: Int
  }

  /// In the order in which they came.
  let hits: [Hit]
  let summary: Summary

  /// Every line but the last must be a hit, and the last the summary: so it comes once, and last.
  init(_ output: String) throws {
    let lines = output.split(separator: "\n").map { Data($0.utf8) }
    let last = try #require(lines.last)
    hits = try lines.dropLast().map { try JSONDecoder().decode(Hit.self, from: $0) }
    summary = try #require(try JSONDecoder().decode([String: Summary].self, from: last)["summary"])
  }

  /// By id, for downloads end in any order.
  var sorted: [Hit] { hits.sorted { $0.id < $1.id } }
}

/// Somebody who answers as Giphy does, with hits whose files are at `/media/ID.gif` of his own.
enum GiphyDouble {
  /// One pixel, in so many frames.
  static func gif(frames: Int = 2) -> Script {
    let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 0xFF, 0xFF, 0xFF]
    let frame: [UInt8] =
      [0x21, 0xF9, 4, 0, 10, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0] + [2, 2, 0x44, 1, 0]
    return .ok(header + (0..<frames).flatMap { _ in frame } + [0x3B], contentType: "image/gif")
  }

  /// - Parameter file: Answers requests for the files.
  static func start(
    _ hits: [String],
    file: @escaping @Sendable (RecordedRequest) async throws -> Script = { _ in gif() }
  ) async throws -> ScriptedUpstream {
    try await ScriptedUpstream.start { request in
      guard request.path == "/v1/gifs/search" else { return try await file(request) }
      let base = "http://\(request.headers["Host"] ?? "")"
      return .json(#"{"data":[\#(hits.joined(separator: ",").replacing("BASE", with: base))]}"#)
    }
  }

  /// A hit with a file.
  static func hit(_ id: String, title: String? = nil) -> String {
    #"{"id":"\#(id)","title":"\#(title ?? "Cat \(id)")","rating":"g","images":{"downsized_large":"#
      + #"{"url":"BASE/media/\#(id).gif","width":"480","height":"270","size":"9"}}}"#
  }
}
