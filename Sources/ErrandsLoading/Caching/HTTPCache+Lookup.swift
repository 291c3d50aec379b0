import Foundation

extension HTTPCache {
  /// A hit that memory has, at once and without a task; nil where more has to be looked at. Anything but a hit is counted
  /// by the look that follows.
  ///
  /// - Parameter key: As for ``lookup(_:key:use:_:)``.
  func hitInMemory(_ request: FetchRequest, key: String, use: CacheUse = .usual) -> CachedResponse? {
    guard refusal(request, use) == nil else { return nil }
    let found = memory.lookup(request, key: key, counts: false)
    guard case .found(let head, let body) = found,
      case .hit(let response) = answer(
        StoredAnswer(key: key, head: head, body: .data(body)),
        to: request,
        use
      )
    else { return nil }
    memory.count(found)
    return response
  }

  /// The same out of the folder, as far as the system has it in memory: see ``DiskTier/hitAtOnce(_:key:)``.
  func hitInFolder(_ request: FetchRequest, key: String, use: CacheUse = .usual) -> CachedResponse? {
    guard let disk, refusal(request, use) == nil else { return nil }
    let permit = StoragePermit(self, .init(.copy, to: request, key: key))
    guard let found = disk.hitAtOnce(request, key: key) else { return nil }
    let inMemory = memory.lookup(request, key: key, counts: false)
    // What came later into memory alone counts, though it is no hit.
    if case .found(let newer, _) = inMemory, newer.responseTime >= found.head.responseTime { return nil }
    let stored = StoredAnswer(key: key, head: found.head, body: .data(found.data), tier: .disk)
    guard case .hit(let response) = answer(stored, to: request, use) else { return nil }
    memory.count(inMemory)
    disk.took(found)
    storeInMemory(
      found.head,
      found.data,
      to: request,
      key: key,
      age: found.head.secondsHere(at: now()),
      permit
    )
    return response
  }

  /// What a look at memory comes to.
  enum Look: Sendable {
    case known(CacheAnswer)
    /// The folder has to be looked at: by this, on a thread that may block.
    case inFolder(@Sendable (_ answer: @escaping @Sendable (CacheAnswer) -> Void) -> Void)
  }

  /// What there is for a request. Requests with conditions of their own are left to the server, as it is not asked for
  /// what is stored.
  ///
  /// - Parameter key: Of the request without `Range` and conditions; the same for GET and HEAD.
  func look(_ request: FetchRequest, key: String, use: CacheUse = .usual) -> Look {
    if let refusal = refusal(request, use) { return .known(refusal) }
    var reason = CacheStatus.Forward.uriMiss
    var stored: StoredAnswer?
    switch memory.lookup(request, key: key) {
    case .found(let head, let body):
      let found = StoredAnswer(key: key, head: head, body: .data(body))
      let inMemory = self.answer(found, to: request, use)
      if case .hit = inMemory { return .known(inMemory) }
      stored = found
    case .otherVariants: reason = .varyMiss
    case .nothing: break
    }
    guard let disk else {
      return .known(stored.map { answer($0, to: request, use) } ?? miss(reason, request, use))
    }
    let permit = StoragePermit(self, .init(.copy, to: request, key: key))
    return .inFolder { [self, stored, reason] told in
      disk.lookup(request, key: key) { [self] found in
        let (stored, reason) = take(found, request, key: key, permit, besides: stored, reason)
        told(stored.map { answer($0, to: request, use) } ?? miss(reason, request, use))
      }
    }
  }

  /// The same with one answer, however far it has to be looked for.
  ///
  /// - Parameter answer: Called once: at once with what needs no look into the folder, else on a thread that may block.
  func lookup(
    _ request: FetchRequest,
    key: String,
    use: CacheUse = .usual,
    _ answer: @escaping @Sendable (CacheAnswer) -> Void
  ) {
    switch look(request, key: key, use: use) {
    case .known(let known): answer(known)
    case .inFolder(let look): look(answer)
    }
  }

  /// The newer of what the folder and memory have, for which memory is given what the folder has.
  private func take(
    _ found: DiskTier.Lookup,
    _ request: FetchRequest,
    key: String,
    _ permit: StoragePermit,
    besides stored: StoredAnswer?,
    _ reason: CacheStatus.Forward
  ) -> (StoredAnswer?, CacheStatus.Forward) {
    switch found {
    // Another process may have asked the server meanwhile.
    case .found(let head, let body) where head.responseTime > stored?.head.responseTime ?? .min:
      if case .data(let data) = body, request.tiers != .disk {
        storeInMemory(head, data, to: request, key: key, age: head.secondsHere(at: now()), permit)
      }
      return (StoredAnswer(key: key, head: head, body: body, tier: .disk), reason)
    case .otherVariants: return (stored, .varyMiss)
    case .found, .nothing: return (stored, reason)
    }
  }

  // MARK: Parts

  private static let conditions = [
    "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since",
  ]

  /// What is said without a look.
  private func refusal(_ request: FetchRequest, _ use: CacheUse) -> CacheAnswer? {
    guard request.method == .get || request.method == .head else { return miss(.method, request, use) }
    return switch use {
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
    let answer = policy.freshness(of: stored.head, for: asked, at: now)
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
    status.timeToLive = policy.timeToLive(of: stored.head, at: now)
    status.remainingLifetime = policy.unaskedLifetime(of: stored.head, at: now)
    status.mayBeKept = true
    return CachedResponse(stored, for: request, age: age, status: status)
  }
}
