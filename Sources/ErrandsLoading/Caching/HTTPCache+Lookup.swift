import Foundation

extension HTTPCache {
  /// What memory alone says, at once and without a task; nil where the folder has to be looked into.
  ///
  /// - Parameters:
  ///   - key: As for ``lookup(_:key:use:)``, as are the others.
  ///   - isFirstLook: Anything but a hit is counted by the look that follows.
  func lookupInMemory(
    _ request: FetchRequest,
    key: String,
    use: CacheUse = .usual,
    isFirstLook: Bool = true
  ) -> CacheAnswer? {
    if let refusal = refusal(request, use) { return refusal }
    switch memory.lookup(request, key: key, counts: !isFirstLook) {
    case .found(let head, let body):
      let answer = answer(StoredAnswer(key: key, head: head, body: .data(body)), to: request, use)
      if case .hit = answer {
        if isFirstLook { memory.countHit() }
        return answer
      }
      return disk == nil ? answer : nil
    case .otherVariants: return disk == nil ? miss(.varyMiss, request, use) : nil
    case .nothing: return disk == nil ? miss(.uriMiss, request, use) : nil
    }
  }

  /// What there is for a request. Requests with conditions of their own are left to the server, as it is not asked for
  /// what is stored.
  ///
  /// - Parameter key: Of the request without `Range` and conditions; the same for GET and HEAD.
  func lookup(_ request: FetchRequest, key: String, use: CacheUse = .usual) async -> CacheAnswer {
    if let refusal = refusal(request, use) { return refusal }
    var reason = CacheStatus.Forward.uriMiss
    var stored: StoredAnswer?
    switch memory.lookup(request, key: key) {
    case .found(let head, let body):
      let found = StoredAnswer(key: key, head: head, body: .data(body))
      let answer = answer(found, to: request, use)
      if case .hit = answer { return answer }
      stored = found
    case .otherVariants: reason = .varyMiss
    case .nothing: break
    }
    let permit = permits.withLock { $0.grant(CacheAddress(request.url), key: key) }
    defer { permits.withLock { $0.end(permit) } }
    switch await disk?.lookup(request, key: key) {
    // Another process may have asked the server meanwhile.
    case .found(let head, let body)? where head.responseTime > stored?.head.responseTime ?? .min:
      if case .data(let data) = body, request.tiers != .disk {
        storeInMemory(head, data, to: request, key: key, age: head.secondsHere(at: now()), permit)
      }
      stored = StoredAnswer(key: key, head: head, body: body, tier: .disk)
    case .otherVariants?: reason = .varyMiss
    case .found?, .nothing?, nil: break
    }
    return stored.map { answer($0, to: request, use) } ?? miss(reason, request, use)
  }

  // MARK: Parts

  private static let conditions = [
    "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since",
  ]

  /// What is said without a look.
  private func refusal(_ request: FetchRequest, _ use: CacheUse) -> CacheAnswer? {
    switch use {
    case .none: .miss(.bypass)
    case .reload: .miss(.request)
    case .onlyFromCache: nil
    case .usual, .staleThenFresh:
      Self.conditions.contains { request.fields[$0] != nil } ? miss(.request, request, use) : nil
    }
  }

  private func miss(_ reason: CacheStatus.Forward, _ request: FetchRequest, _ use: CacheUse) -> CacheAnswer {
    isOnlyFromCache(request, use) ? .unavailable : .miss(reason)
  }

  private func isOnlyFromCache(_ request: FetchRequest, _ use: CacheUse) -> Bool {
    use == .onlyFromCache || CacheControl(request.fields).onlyIfCached
  }

  private func answer(_ stored: StoredAnswer, to request: FetchRequest, _ use: CacheUse) -> CacheAnswer {
    var asked = request
    if use == .onlyFromCache || use == .staleThenFresh { asked.fields["Cache-Control"] = "max-stale" }
    let now = now()
    let answer = policy.use(of: stored.head, for: asked, at: now)
    let mayAsk = !isOnlyFromCache(request, use)
    switch answer {
    case .fresh: return .hit(response(stored, to: request, at: now, .hit))
    // An error that is over is worth nothing.
    case _ where stored.head.head.status >= 400: return miss(.stale, request, use)
    case .staleAccepted where use == .staleThenFresh && mayAsk, .staleWhileRevalidating where mayAsk:
      return .staleWhileRevalidating(
        response(stored, to: request, at: now, .hit),
        validation(stored, request, at: now, toleratesError: false)
      )
    case .staleAccepted, .staleWhileRevalidating:
      return .hit(response(stored, to: request, at: now, .hit))
    case .revalidate(let toleratesError):
      guard mayAsk else { return .unavailable }
      return .revalidate(validation(stored, request, at: now, toleratesError: toleratesError))
    }
  }

  private func validation(
    _ stored: StoredAnswer,
    _ request: FetchRequest,
    at now: Int64,
    toleratesError: Bool
  ) -> CacheValidation {
    let isFresh = policy.lifetime(of: stored.head) > stored.head.age(at: now) && !stored.head.control.noCache
    let reason = isFresh ? CacheStatus.Forward.request : .stale
    return CacheValidation(
      request: policy.revalidation(of: stored.head, for: request),
      original: request,
      stored: stored,
      reason: reason,
      fallback: toleratesError ? response(stored, to: request, at: now, .forwarded(reason)) : nil
    )
  }

  func response(
    _ stored: StoredAnswer,
    to request: FetchRequest,
    at now: Int64,
    _ source: CacheStatus.Source
  ) -> CachedResponse {
    let age = stored.head.age(at: now)
    var status = CacheStatus(source)
    let (timeToLive, isEndless) = policy.lifetime(of: stored.head).subtractingReportingOverflow(age)
    status.timeToLive = isEndless ? nil : timeToLive
    return CachedResponse(stored, for: request, age: age, status: status)
  }
}
