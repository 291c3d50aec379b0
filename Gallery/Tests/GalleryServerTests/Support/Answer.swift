import ErrandsLoading
import Foundation
import Testing

/// A whole answer of the server.
struct Answer {
  let status: Int
  let fields: HTTPFields
  let body: Data

  var text: String { String(decoding: body, as: UTF8.self) }

  func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }

  /// The problem that the answer is, after a check of all that every problem has to be (RFC 9457).
  func problem(sourceLocation: SourceLocation = #_sourceLocation) throws -> ProblemReply {
    #expect(fields["Content-Type"] == "application/problem+json", sourceLocation: sourceLocation)
    let problem = try json(ProblemReply.self)
    #expect(problem.status == status, sourceLocation: sourceLocation)
    #expect(problem.type == "about:blank", sourceLocation: sourceLocation)
    #expect(!problem.title.isEmpty, sourceLocation: sourceLocation)
    #expect(problem.detail.count > 20, "a sentence", sourceLocation: sourceLocation)
    return problem
  }
}

/// A problem, as a client reads it.
struct ProblemReply: Decodable {
  let type: String
  let title: String
  let status: Int
  let detail: String
}

/// A chart, as the page reads it.
struct ChartReply: Decodable {
  struct Summary: Decodable {
    let count: Int
    let title: String?
    let updated: String?
  }

  struct Item: Decodable {
    let rank: Int
    let id: String
    let name: String
    let artworkURL: String?
  }

  let summary: Summary
  let items: [Item]
}

/// A page of a search, as the page reads it.
struct GifsReply: Decodable {
  struct Hit: Decodable {
    let id: String
    let title: String?
    let url: String?
    let rating: String?
    let width: Int?
    let height: Int?
    let bytes: Int?
    let preview: String?
    let still: String?
  }

  let attribution: String
  let found: Int?
  let hits: [Hit]
  let next: Int?
  let offset: Int
}
