import Errands
import ErrandsLoading
import Foundation

/// Images as their servers have them, kept for as long as these allow.
struct OriginalStage: Sendable {
  enum Answer: Sendable {
    case original(FetchedData)
    /// A client with this tag has what would be made. The head is that of the server's 304.
    case unchanged(ImageTag, FetchHead)
  }

  let fetcher: Fetcher

  /// What is kept and fresh, or else what the server has. It is not asked for what one of these tags stands for, only
  /// whether that has changed.
  func load(_ request: FetchRequest, unless tags: [ImageTag]) async throws -> Answer {
    var condition = request
    guard let tag = tags.first(where: { $0.makeCondition(of: &condition) }) else {
      return .original(try await fetcher.data(for: request).value())
    }
    let answer = try await fetcher.data(for: condition).value()
    return answer.head.status == 304 ? .unchanged(tag, answer.head) : .original(answer)
  }
}
