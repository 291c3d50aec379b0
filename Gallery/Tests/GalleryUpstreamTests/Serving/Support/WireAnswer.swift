import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import GalleryUpstream

/// What the upstream answers, as it comes, without a fetcher that follows, resumes or refuses.
struct WireAnswer: Sendable {
  let head: FetchHead
  let body: Data
  /// Whether the body broke off.
  let isCutOff: Bool
}

extension EmbeddedUpstream {
  func answer(
    _ path: String,
    _ fields: HTTPFields = [:],
    method: FetchRequest.Method = .get
  ) async throws -> WireAnswer {
    var request = try self.request(path, method: method)
    request.fields = fields
    let response = try await AsyncHTTPClientTransport.local().send(request)
    var body = Data()
    do {
      for try await chunk in response.body { body += chunk }
    } catch is FetchError {
      return WireAnswer(head: response.head, body: body, isCutOff: true)
    }
    return WireAnswer(head: response.head, body: body, isCutOff: false)
  }
}
