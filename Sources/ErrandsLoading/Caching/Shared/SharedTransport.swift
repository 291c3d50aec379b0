import Errands
import Foundation

/// Answers that processes share: each is fetched by one of them, for all that ask at the same time, and kept for as long as a
/// cache for more than one user may (RFC 9111).
///
/// ```swift
/// let shared = SharedTransport(over: transport, tier: cache, byteLimit: 20_000_000)
/// let fetcher = Fetcher(transport: shared, configuration: configuration)
/// ```
///
/// Shared are the answers to requests that say nothing but what they want: those with a condition, a range, a body or
/// credentials, and those that ask for something newer (``CacheUse/reload``) or want no cache (``CacheUse/none``), go past it, and so
/// do their answers. A body comes when all of it is there.
///
/// Address and fields tell one answer from another here, also under a ``FetchRequest/key``: what has another address each time, as a
/// signed one, is asked for each time.
public struct SharedTransport: Transport {
  private let transport: any Transport
  private let tier: any SharedTier
  private let byteLimit: Int64
  private let isFirstHand: Bool
  private let policy = CachePolicy(isShared: true)

  /// A transport that looks into the tier first.
  ///
  /// - Parameters:
  ///   - transport: What fetches what is not there.
  ///   - byteLimit: The longest body that is read, in bytes: it has to be in memory. A longer one fails with
  ///     ``FetchError/Cause/tooLarge(limit:)``.
  ///   - isFirstHand: Whether the other transport asks servers, and makes no answers of what is kept in this process. Default
  ///     true.
  public init(
    over transport: any Transport,
    tier: any SharedTier,
    byteLimit: Int64,
    isFirstHand: Bool = true
  ) {
    (self.transport, self.tier, self.byteLimit) = (transport, tier, byteLimit)
    self.isFirstHand = isFirstHand
  }

  /// Hands it on.
  public func beginMeasuring() { transport.beginMeasuring() }

  /// What the tier has, or what the other transport brings.
  public func send(_ request: FetchRequest) async throws -> TransportResponse {
    guard request.mayBeShared else { return try await transport.send(request) }
    let answer = Errand("shared \(request.url.redacted)") { try await made(for: request) }
    let data = try await tier.value(for: SharedKey.of(request), make: answer).value()
    // Written by a version that writes it in another way.
    guard let answer = SharedAnswer(data) else { return try await transport.send(request) }
    return answer.response(to: request, at: Self.now)
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

  private func made(for request: FetchRequest) async throws -> SharedValue {
    let asked = Self.now
    let response = try await transport.send(request)
    var body = Data()
    for try await chunk in response.body {
      body.append(chunk)
      if body.count > byteLimit { throw FetchError(request.url, .tooLarge(limit: byteLimit)) }
    }
    let came = Self.now
    let head = CachedHead(
      head: policy.storable(response.head),
      request: request,
      requestTime: asked,
      responseTime: came
    )
    // A transport may end a body quietly when its connection closes.
    let isWhole = Int64(body.count) == response.head.contentLength ?? Int64(body.count)
    let isKept =
      isWhole && (200..<300).contains(response.head.status) && policy.mayKeep(response.head, to: request)
    let seconds = isKept ? policy.unaskedLifetime(of: head, at: came) : 0
    return SharedValue(
      SharedAnswer(head: head, body: body).encoded,
      lifetime: seconds.map { .seconds(max(0, $0)) },
      isFirstHand: isFirstHand
    )
  }
}

extension FetchRequest {
  /// Whether it says nothing but what it wants.
  fileprivate var mayBeShared: Bool {
    let own = ["authorization", "cookie", "proxy-authorization", "pragma"]
    return method == .get && body == nil && url.user == nil && url.password == nil
      && cacheUse != .reload && cacheUse != .none
      && !fields.all.contains { Self.isAboutState($0.name) || own.contains($0.name.lowercased()) }
  }
}
