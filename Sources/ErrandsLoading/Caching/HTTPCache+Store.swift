import Foundation

extension HTTPCache {
  /// Begins to store an answer; nil where it may not be kept.
  ///
  /// An error that is answered with what is stored (``CacheValidation/fallback``) is not to be stored: it would take
  /// the place of that.
  ///
  /// - Parameters:
  ///   - key: As for ``lookup(_:key:use:)``.
  ///   - requestTime: When the request was sent, in seconds since 1970; `responseTime` is when the head came.
  ///   - permit: Of the time at which it was sent, by default of now: what is removed in between is not to come back.
  func store(
    _ answer: FetchHead,
    to request: FetchRequest,
    key: String,
    use: CacheUse = .usual,
    requestTime: Int64,
    responseTime: Int64,
    permit: StoragePermit? = nil
  ) -> CacheWriter? {
    guard use != .none, use != .onlyFromCache, policy.mayKeep(answer, to: request) else { return nil }
    let head = CachedHead(
      head: policy.storable(answer),
      request: request,
      requestTime: requestTime,
      responseTime: responseTime
    )
    if answer.status >= 400, policy.lifetime(of: head) == 0 { return nil }
    let permit = permit ?? StoragePermit(self, .init(.answer, to: request, key: key))
    return CacheWriter(self, head, to: request, key: key, permit)
  }

  /// The server has answered 304 to a validation. Nil where it speaks of another answer than the one that is stored
  /// (RFC 9111, section 4.3.4): the original request is to be sent then.
  ///
  /// - Parameters:
  ///   - isForAll: Whether the answer is one to the original request, and not to what interceptors have made of it.
  ///   - permit: Of the time at which the validation was sent, by default none: what has been stored since stays.
  func renew(
    _ validation: CacheValidation,
    by answer: FetchHead,
    requestTime: Int64,
    responseTime: Int64,
    isForAll: Bool = true,
    permit: StoragePermit? = nil
  ) async -> CachedResponse? {
    let stored = validation.stored
    guard answer.status == 304, Self.isAbout(stored.head.head, answer) else { return nil }
    let head = stored.head.renewed(
      by: answer,
      keeping: policy.storable,
      requestTime: requestTime,
      responseTime: responseTime
    )
    // A HEAD asks about the answer to a GET.
    var asked = validation.original
    asked.method = .get
    // Fresh it is not given to others where it may not be kept any more, or belongs to fewer requests than it did.
    let mayBeKept =
      policy.mayKeep(head.head, to: asked)
      && CachedHead.varying(head.head, asked) == stored.head.varying
    let isKept = isForAll && mayBeKept
    if isKept {
      memory.renew(stored.head, to: head, key: stored.key)
      await disk?.renew(stored.head, to: head, for: validation.original, key: stored.key)
    } else if isForAll, !CacheControl(asked.fields).noStore, permit?.isValid ?? true {
      await remove(.key(stored.key, CacheAddress(of: asked)), as: .replaced)
    }
    let renewed = StoredAnswer(key: stored.key, head: head, body: stored.body, tier: stored.tier)
    var response = response(renewed, to: validation.original, at: now(), .forwarded(validation.reason))
    response.status.forwardStatus = 304
    (response.status.isStored, response.status.mayBeKept) = (isKept, isKept)
    return response
  }

  /// A request with an unsafe method was answered, or may have been where nothing is known of the answer.
  func invalidate(_ url: URL, key: String? = nil, after answer: FetchHead? = nil) async {
    for group in CacheGroup.changed(by: url, key: key, answer) { await remove(group, as: .invalidated) }
  }

  // MARK: Parts

  /// Nil for a body that is too large for memory: it drives out the answer before, too.
  @discardableResult
  func storeInMemory(
    _ head: CachedHead,
    _ body: Data?,
    to request: FetchRequest,
    key: String,
    age: Int64? = nil,
    _ permit: StoragePermit
  ) -> Bool {
    guard permit.isValid else { return false }
    let isStored = memory.store(head, body, to: request, key: key, age: age)
    // A removal between the two has not found it.
    let isPermitted = permit.isValid
    if !isPermitted { memory.remove(.named(key), as: .purged) }
    return isStored && isPermitted
  }

  /// Whether a 304 confirms this answer. One without a validator confirms the only one that it was asked about.
  private static func isAbout(_ stored: FetchHead, _ answer: FetchHead) -> Bool {
    let told = answer.fields["ETag"].flatMap { EntityTag($0) }
    if let known = stored.fields["ETag"].flatMap({ EntityTag($0) }) {
      return answer.fields["ETag"] == nil || told?.isEquivalent(to: known) ?? false
    }
    guard told == nil else { return false }
    // What is stored was asked about by its date: its tag is none, as are all without quotes.
    guard let date = answer.fields["Last-Modified"] else { return true }
    return stored.fields["Last-Modified"].flatMap(HTTPDate.init) == HTTPDate(date)
  }
}
