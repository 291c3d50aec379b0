import Foundation

/// What may be kept of what comes over HTTP, and when it may be used (RFC 9111; RFC 5861 for what is stale). A value: each
/// question is answered from the request, the stored head and the time.
struct CachePolicy: Sendable, Hashable {
  /// Whether what it keeps is for more than one user: then `private` and `Authorization` keep an answer out, and
  /// `s-maxage` counts. Default false.
  var isShared = false
  /// Errors that are kept though they do not say for how long, and for how many seconds. Default 404 and 410, for ten.
  var negativeStatuses: Set<Int> = [404, 410]
  var negativeLifetime: Int64 = 10

  /// What a stored answer is good for.
  enum Freshness: Sendable, Equatable {
    /// It may be used; so many seconds old.
    case fresh(age: Int64)
    /// It may be used at once, and is to be asked for anew meanwhile.
    case staleWhileRevalidating(age: Int64)
    /// It may be used, as the request takes what is stale.
    case staleAccepted(age: Int64)
    /// The server has to be asked; where it cannot answer, the stored one may be used if `toleratesError`.
    case revalidate(toleratesError: Bool)
  }

  // MARK: Keeping

  /// Statuses that may be kept without a word about it (RFC 9110, section 15.1); 206 not, as parts are not kept here.
  private static let heuristicStatuses: Set = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

  /// What refuses a condition or a range of one request, and says nothing of the thing itself.
  private static let refusals: Set = [412, 416]

  /// Whether the answer may be kept (RFC 9111, section 3).
  func mayKeep(_ answer: FetchHead, to request: FetchRequest) -> Bool {
    let (asked, told) = (CacheControl(request.fields), CacheControl(answer.fields))
    guard request.method == .get, (200..<600).contains(answer.status), answer.status != 206,
      answer.status != 304, !Self.refusals.contains(answer.status),
      !asked.noStore, !told.noStore, Self.canBeMatched(answer)
    else { return false }
    if told.mustUnderstand, !Self.heuristicStatuses.contains(answer.status) { return false }
    if isShared {
      guard !told.isPrivate else { return false }
      if request.fields["Authorization"] != nil, !told.isPublic, !told.mustRevalidate,
        told.sharedMaxAge == nil
      {
        return false
      }
    }
    return Self.saysLifetime(answer, told, isShared) || told.isPublic || told.isPrivate
      || Self.heuristicStatuses.contains(answer.status) || negativeStatuses.contains(answer.status)
  }

  /// A head of two megabytes may name half a million fields, which would be compared at each look-up.
  private static func canBeMatched(_ answer: FetchHead) -> Bool {
    let varying = answer.fields.members(of: "Vary")
    return varying.count <= 100 && !varying.contains("*")
  }

  private static func saysLifetime(_ answer: FetchHead, _ control: CacheControl, _ isShared: Bool) -> Bool {
    control.maxAge != nil || answer.fields["Expires"] != nil || isShared && control.sharedMaxAge != nil
  }

  /// Fields that are about one connection (RFC 9111, section 3.1).
  private static let connectionFields = [
    "Connection", "Proxy-Connection", "Keep-Alive", "TE", "Transfer-Encoding", "Upgrade",
    "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
  ]

  /// The head without the fields that must not be kept, or not be used without asking, and without user and password in its address, as
  /// the folder has it.
  func storable(_ answer: FetchHead) -> FetchHead {
    var fields = answer.fields
    let control = CacheControl(fields)
    let named = fields.members(of: "Connection").map(String.init)
    var forbidden = Set(
      (Self.connectionFields + named + Array(control.noCacheFields)).map { $0.lowercased() }
    )
    if isShared { forbidden.formUnion(control.privateFields.map { $0.lowercased() }) }
    for name in Set(fields.all.map { $0.name.lowercased() }) where forbidden.contains(name) {
      fields[name] = nil
    }
    return FetchHead(url: answer.url.withoutCredentials, status: answer.status, fields: fields)
  }

  // MARK: Using

  /// The part of the time since the last change for which an answer is taken to be fresh that says nothing about it
  /// (RFC 9111, section 4.2.2, suggests a tenth).
  private static let heuristicFraction = 0.1
  /// The longest lifetime that is guessed in this way, in seconds: a day.
  private static let heuristicLimit = 86_400.0

  /// How long the answer is fresh, in seconds from when it was made (RFC 9111, section 4.2.1).
  func lifetime(of stored: CachedHead) -> Int64 {
    let control = stored.control
    if isShared, let seconds = control.sharedMaxAge { return seconds }
    if let seconds = control.maxAge { return seconds }
    if case .at(let end) = stored.expires {
      return CachedHead.seconds(from: stored.date, to: end)
    }
    // An error says nothing about when it will be over, whatever it says about its last change.
    if stored.head.status >= 400 {
      return negativeStatuses.contains(stored.head.status) ? negativeLifetime : 0
    }
    guard Self.heuristicStatuses.contains(stored.head.status) || control.isPublic,
      let modified = stored.lastModified, modified < stored.date
    else { return 0 }
    let unchanged = Double(CachedHead.seconds(from: modified, to: stored.date))
    return Int64(min(Self.heuristicLimit, unchanged * Self.heuristicFraction))
  }

  /// For how many seconds the answer stays fresh; negative for one that is stale, nil where that is beyond counting.
  func timeToLive(of stored: CachedHead, at now: Int64) -> Int64? {
    let (seconds, isEndless) = lifetime(of: stored).subtractingReportingOverflow(stored.age(at: now))
    return isEndless ? nil : seconds
  }

  /// The same for as long as it may be given without a word to its server, which `no-cache` forbids from the first second on
  /// (RFC 9111, section 5.2.2.4).
  func unaskedLifetime(of stored: CachedHead, at now: Int64) -> Int64? {
    stored.control.noCache ? 0 : timeToLive(of: stored, at: now)
  }

  /// What the stored answer is good for, for this request at this time (RFC 9111, section 4).
  func freshness(of stored: CachedHead, for request: FetchRequest, at now: Int64) -> Freshness {
    let (asked, told) = (CacheControl(request.fields), stored.control)
    let age = stored.age(at: now)
    let lifetime = min(lifetime(of: stored), asked.maxAge ?? .max)
    let staleness = age - lifetime
    let mustRevalidate =
      told.mustRevalidate || told.noCache || isShared && (told.proxyRevalidate || told.sharedMaxAge != nil)
    if !told.noCache, !asked.noCache {
      // What is fresh for so long yet: a lifetime of nothing is stale from its first second.
      if lifetime > age, lifetime - age >= asked.minFresh ?? 0 { return .fresh(age: age) }
      if !mustRevalidate, asked.minFresh == nil {
        if asked.maxAge == nil, let limit = asked.maxStale, staleness <= limit {
          return .staleAccepted(age: age)
        }
        if asked.maxAge == nil, let window = told.staleWhileRevalidate, staleness <= window {
          return .staleWhileRevalidating(age: age)
        }
      }
    }
    let tolerance = [told.staleIfError, asked.staleIfError].compactMap { $0 }.max()
    let isTolerable = tolerance.map { staleness <= $0 } ?? false
    return .revalidate(toleratesError: isTolerable && !mustRevalidate && !asked.noCache)
  }

  /// The request that asks whether the stored answer still holds (RFC 9111, section 4.3.1); the request itself where the
  /// answer has no validator.
  func revalidation(of stored: CachedHead, for request: FetchRequest) -> FetchRequest {
    var request = request
    switch Validator(stored.head.fields) {
    case .entityTag(let tag)?: request.fields["If-None-Match"] = tag.description
    case .lastModified(let date)?: request.fields["If-Modified-Since"] = date.description
    case nil: break
    }
    return request
  }
}
