import ErrandsLoading
import Foundation

/// An interceptor made of two closures.
struct Interceptor: FetchInterceptor {
  var adapting: @Sendable (FetchRequest, Int) async throws -> FetchRequest = { request, _ in request }
  var deciding: @Sendable (FailedTry) async throws -> RetryDecision = { _ in .asUsual }

  func adapt(_ request: FetchRequest, try number: Int) async throws -> FetchRequest {
    try await adapting(request, number)
  }

  func decide(on failure: FailedTry) async throws -> RetryDecision { try await deciding(failure) }
}

/// A transport made of a closure, for what no server can do.
struct ClosureTransport: Transport {
  let answer: @Sendable (FetchRequest) async throws -> TransportResponse

  func send(_ request: FetchRequest) async throws -> TransportResponse { try await answer(request) }
}

extension TransportResponse {
  /// An answer with this text.
  static func text(_ text: String, status: Int = 200, to request: FetchRequest) -> TransportResponse {
    let chunks = AsyncStream { continuation in
      continuation.yield(Data(text.utf8))
      continuation.finish()
    }
    let head = FetchHead(url: request.url, status: status, fields: [:])
    return TransportResponse(head: head, body: TransportBody(chunks))
  }
}
