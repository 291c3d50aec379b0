import Errands
import ErrandsLoading
import Foundation
import GalleryJobs

/// Pictures as their servers have them, kept for as long as these allow.
struct Originals: Sendable {
  enum Answer: Sendable {
    case original(FetchedData)
    /// Whoever has this tag has the picture. The head is that of the server's 304.
    case unchanged(PictureTag, FetchHead)
  }

  let fetcher: Fetcher
  private let own: OwnUpstream

  init(fetcher: Fetcher, own: OwnUpstream) {
    self.fetcher = fetcher
    self.own = own
  }

  /// What is asked for, at the address under which its answer is kept.
  func request(for url: URL) -> FetchRequest { .picture(own.lasting(url)) }

  /// What is kept and fresh; never asks a server.
  func kept(_ request: FetchRequest) async -> FetchedData? { await fetcher.kept(request) }

  /// What is kept and fresh, or else what the server has. It is not asked for what one of these tags stands for, only
  /// whether that has changed.
  func load(_ request: FetchRequest, unless tags: [PictureTag]) async throws -> Answer {
    var condition = request
    guard let tag = tags.first(where: { $0.makeCondition(of: &condition) }),
      await kept(request) == nil
    else { return .original(try await fetcher.data(for: request).value()) }
    let answer = try await fetcher.data(for: condition).value()
    return answer.head.status == 304 ? .unchanged(tag, answer.head) : .original(answer)
  }
}

extension Fetcher {
  /// What the cache has for a request and may give without asking anybody, if it has anything.
  func kept(_ request: FetchRequest) async -> FetchedData? {
    guard configuration.cache != nil else { return nil }
    var request = request
    request.fields["Cache-Control"] = "only-if-cached"
    return try? await data(for: request).value()
  }
}
