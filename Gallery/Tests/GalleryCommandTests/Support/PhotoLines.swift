import Foundation
import Testing

/// What `gallery photos --json` wrote, line by line.
struct PhotoLines {
  struct Member: Decodable, Equatable {
    let index: Int
    let url: String
    let status: String
    let path: String?
    let error: String?
  }

  struct Done: Decodable, Equatable {
    struct Failure: Decodable, Equatable {
      let index: Int
      let url: String
      let error: String
    }

    let succeeded: Int
    let failed: Int
    let cancelled: Int
    let timedOut: Bool
    let errors: [Failure]
  }

  /// In the order of completion.
  let members: [Member]
  let done: Done

  /// Every line but the last must be a member, and the last the end: so it comes once, and last.
  init(_ output: String) throws {
    let lines = output.split(separator: "\n").map { Data($0.utf8) }
    let last = try #require(lines.last)
    members = try lines.dropLast().map { try JSONDecoder().decode(Member.self, from: $0) }
    done = try #require(try JSONDecoder().decode([String: Done].self, from: last)["done"])
  }

  /// In the order of the addresses.
  var sorted: [Member] { members.sorted { $0.index < $1.index } }
}
