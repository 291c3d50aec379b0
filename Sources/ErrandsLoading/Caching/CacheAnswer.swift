/// What a cache says to a request.
enum CacheAnswer: Sendable {
  /// To be given at once, and the server is not asked.
  case hit(CachedResponse)
  /// To be given at once, and the validation's request is sent meanwhile.
  case staleWhileRevalidating(CachedResponse, CacheValidation)
  /// The validation's request is sent first.
  case revalidate(CacheValidation)
  /// The request is sent as it is.
  case miss(CacheStatus.Forward)
  /// Nothing that is stored may be given, and the request wants no connection: an answer with the status 504
  /// (RFC 9111, section 5.2.1.7).
  case unavailable
}

/// A question to the server, whether what is stored still holds.
struct CacheValidation: Sendable {
  /// The request with the condition; without one where the stored answer has no validator.
  let request: FetchRequest
  /// The request as the caller made it.
  let original: FetchRequest
  let stored: StoredAnswer
  /// Why the server is asked.
  let reason: CacheStatus.Forward
  /// To be given where the server fails or cannot be reached; nil where that is not allowed.
  let fallback: CachedResponse?
}

/// A whole answer as a tier holds it.
struct StoredAnswer: Sendable {
  let key: String
  let head: CachedHead
  let body: CachedBody
  /// Where it was found.
  var tier = LoadMetrics.Tier.memory
}
