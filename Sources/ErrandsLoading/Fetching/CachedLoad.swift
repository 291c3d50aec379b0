import Errands
import Foundation

/// One load over a cache: what is there, what is asked of the server for it, and what is made of its answer (RFC 9111,
/// section 4). Looking comes first, then the wait for a place, then the work.
struct CachedLoad: Sendable {
  let fetcher: Fetcher
  let cache: HTTPCache
  let request: FetchRequest

  private var key: String { request.cacheKey }

  /// What memory has, at once.
  func known() -> FetchedData? {
    guard case .hit(let response)? = cache.lookupInMemory(request, key: key, use: request.cacheUse),
      case .data(let body) = response.body
    else { return nil }
    return FetchedData(head: response.head, body: body, cacheStatus: response.status)
  }

  /// What there is to give, and what makes it new again where it is stale.
  struct Answer: Sendable {
    let data: FetchedData
    var renewal: Errand<FetchedData>?
  }

  /// The load as one answer. What is stale and given all the same is renewed behind it.
  func errand() -> Errand<FetchedData> {
    answer().map { answer in
      answer.renewal?.run(in: cache.scope)
      return answer.data
    }
  }

  /// The load as it is after a look at what is there.
  func answer() -> Errand<Answer> {
    Errand(fetcher.name(of: request)) { await cache.lookup(request, key: key, use: request.cacheUse) }
      .flatMap { answer in
        switch answer {
        case .hit(let response): return given(response).map { Answer(data: $0) }
        case .staleWhileRevalidating(let response, let validation):
          return given(response).map { Answer(data: $0, renewal: renewal(validation)) }
        case .revalidate(let validation): return validated(validation).map { Answer(data: $0) }
        case .miss(let reason): return fetched(reason).map { Answer(data: $0) }
        case .unavailable: return Errand { throw FetchError(request.url, .notCached) }
        }
      }
  }

  /// What is there, or what the server says where that turns out to be damaged.
  private func given(_ response: CachedResponse) -> Errand<FetchedData> {
    Errand { try await response.data() }.recover { _ in fetched(.miss) }
  }

  /// The answer of the server, kept where that is allowed.
  private func fetched(_ reason: CacheStatus.Forward) -> Errand<FetchedData> {
    let requestTime = cache.now()
    return fetcher.collected(request) { head in
      cache.store(
        head,
        to: request,
        key: key,
        use: request.cacheUse,
        requestTime: requestTime,
        responseTime: cache.now()
      )
    }
    .map { answer in
      var status = CacheStatus(.forwarded(reason))
      status.isStored = answer.cacheStatus?.isStored ?? false
      return FetchedData(head: answer.head, body: answer.body, cacheStatus: status)
    }
  }

  // MARK: Validation

  /// Asks whether what is stored still holds. Where the server cannot say so, what is stored is given if that is allowed.
  private func validated(_ validation: CacheValidation) -> Errand<FetchedData> {
    let requestTime = cache.now()
    return fetcher.collected(validation.request) { head in
      // An error is not to take the place of what is given for it.
      head.status >= 400 && validation.fallback != nil
        ? nil
        : cache.store(
          head,
          to: request,
          key: key,
          use: request.cacheUse,
          requestTime: requestTime,
          responseTime: cache.now()
        )
    }
    .flatMap { answer in
      guard answer.head.status == 304 else {
        var status = CacheStatus(.forwarded(validation.reason))
        status.forwardStatus = answer.head.status
        status.isStored = answer.cacheStatus?.isStored ?? false
        let answer = FetchedData(head: answer.head, body: answer.body, cacheStatus: status)
        return Errand { answer }
      }
      return renewed(validation, by: answer.head, requestTime)
    }
    .recover { error in
      guard let error = error as? FetchError, error.isServers, let fallback = validation.fallback else {
        return Errand { throw error }
      }
      return given(fallback)
    }
  }

  private func renewed(
    _ validation: CacheValidation,
    by head: FetchHead,
    _ requestTime: Int64
  ) -> Errand<FetchedData> {
    Errand {
      await cache.renew(validation, by: head, requestTime: requestTime, responseTime: cache.now())
    }
    .flatMap { $0.map(given) ?? fetched(.stale) }
  }

  /// Asks while what is stored has been given already. Loads that come meanwhile ask no second time.
  private func renewal(_ validation: CacheValidation) -> Errand<FetchedData> {
    fetcher.flights.share(validated(validation), for: FetchKey(validation.request))
  }
}

extension CachedResponse {
  /// All of it in memory.
  ///
  /// - Throws: ``DamagedBody``.
  fileprivate func data() async throws -> FetchedData {
    FetchedData(head: head, body: try await body.data(), cacheStatus: status)
  }
}

extension FetchError {
  /// Whether it is the server or the way to it that failed (RFC 5861, section 4).
  fileprivate var isServers: Bool {
    switch cause {
    case .status(let code, _): [500, 502, 503, 504].contains(code)
    case .truncated, .malformedResponse, .transport: true
    default: isUnreachable
    }
  }
}

extension FetchRequest {
  /// What its answer is kept under. Credentials are part of it, as a digest.
  var cacheKey: String {
    // No address begins like this: a key that looks like one is another thing.
    let name = key.map { "key " + $0 } ?? String(url.absoluteString.prefix { $0 != "#" })
    return fields["Authorization"].map { name + " " + Digest.hexadecimal(of: $0) } ?? name
  }
}
