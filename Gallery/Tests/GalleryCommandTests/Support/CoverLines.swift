import Foundation
import Testing

/// What `gallery covers --json` wrote, line by line.
struct CoverLines {
  struct Cover: Decodable, Equatable {
    let index: Int
    let status: String
    let bytes: Int
    let milliseconds: Int
    let error: String?
  }

  struct Summary: Decodable, Equatable {
    let shown: Int
    let cancelled: Int
    let failed: Int
    let bytesFetched: Int
  }

  /// In the order in which they were done.
  let covers: [Cover]
  let summary: Summary

  /// Every line but the last must be a cover, and the last the summary: so it comes once, and last.
  init(_ output: String) throws {
    let lines = output.split(separator: "\n").map { Data($0.utf8) }
    let last = try #require(lines.last)
    covers = try lines.dropLast().map { try JSONDecoder().decode(Cover.self, from: $0) }
    summary = try #require(try JSONDecoder().decode([String: Summary].self, from: last)["summary"])
  }
}
