import Errands
import Foundation

/// One load over a cache: what is there, what is asked of the server for it, and what is made of its answer (RFC 9111,
/// section 4). Looking comes first, then the wait for a place, then the work.
///
/// What is asked of the server is one piece of work for all loads that ask it at the same time, whatever they have found before.
struct CachedLoad: Sendable {
  let fetcher: Fetcher
  let cache: HTTPCache
  let request: FetchRequest
  var recorder: LoadRecorder?

  let key: String
  private let givenName: String?

  /// - Parameter name: What its runs are called; made of the request where it is nil.
  init(
    fetcher: Fetcher,
    cache: HTTPCache,
    request: FetchRequest,
    named name: String? = nil,
    recorder: LoadRecorder?
  ) {
    givenName = name
    self.recorder = recorder
    var request = request
    request.agent = fetcher.configuration.userAgent
    (self.fetcher, self.cache, self.request) = (fetcher, cache, request)
    key = request.cacheKey
  }

  var name: String { givenName ?? fetcher.name(of: request) }

  /// What memory has, at once.
  func remembered() -> Result<FetchedData, any Error>? {
    cache.hitInMemory(request, key: key, use: request.cacheUse).flatMap(outcome)
  }

  /// What memory has, or what the system has in its own of the folder: at once and without a task.
  func known() -> Result<FetchedData, any Error>? {
    guard let (outcome, tier) = foundAtOnce() else { return nil }
    recorder?.note { $0.came(from: tier) }
    return outcome
  }

  /// What memory or the folder has and may give; never asks a server.
  func kept() async -> (data: FetchedData, tier: LoadMetrics.Tier)? {
    if let (outcome, tier) = foundAtOnce() { return (try? outcome.get()).map { ($0, tier) } }
    let answer = await told { cache.lookup(request, key: key, use: request.cacheUse, $0) }
    guard case .hit(let response) = answer, (try? check(response)) != nil,
      let body = try? await response.body.data(), let data = try? whole(response, body)
    else { return nil }
    return (data, response.tier)
  }

  private func foundAtOnce() -> (Result<FetchedData, any Error>, LoadMetrics.Tier)? {
    if let remembered = remembered() { return (remembered, .memory) }
    // What is only to be there is not read.
    guard request.tiers != .disk, fetcher.diskLoads.count == 0,
      let response = cache.hitInFolder(request, key: key, use: request.cacheUse),
      let outcome = outcome(response)
    else { return nil }
    return (outcome, response.tier)
  }

  private func outcome(_ response: CachedResponse) -> Result<FetchedData, any Error>? {
    guard case .data(let body) = response.body else { return nil }
    return Result {
      try check(response)
      return try whole(response, body)
    }
  }

  /// What there is to give, and what makes it new again where it is stale.
  struct Answer: Sendable {
    let data: FetchedData
    var renewal: Errand<FetchedData>?
  }

  /// The load as one answer. What is stale and given all the same is renewed behind it, within a deadline of its own.
  func errand() -> Errand<FetchedData> {
    looked { found in
      let (data, renewal) = taken(found)
      guard let renewal else { return data }
      return data.map { data in
        if data.isHit { fetcher.limited(renewal, request).run(in: cache.scope) }
        return data
      }
    }
  }

  /// The load as it is after a look at what is there.
  func answer() -> Errand<Answer> {
    looked { found in
      let (data, renewal) = taken(found)
      return data.map { Answer(data: $0, renewal: $0.isHit ? renewal : nil) }
    }
  }

  /// Goes on with what is there.
  private func looked<Value: Sendable>(
    _ next: @escaping @Sendable (CacheAnswer) -> Errand<Value>
  ) -> Errand<Value> {
    // What comes for the folder alone is not to come a second time, and is there behind that.
    guard request.tiers != .disk, fetcher.diskLoads.count > 0 else { return lookedNow(next) }
    let unless = Errand<FetchedData>.failure(FetchError(request.url, .notCached))
    return fetcher.diskLoads.share(unless, for: FetchKey(request)).map { _ in }.recover { _ in Errand {} }
      .flatMap { lookedNow(next) }
  }

  /// Once more into memory: what was on its way at the first look may have come since. Where that is enough, the work goes on in
  /// the same run; no task is made for a look into the folder.
  private func lookedNow<Value: Sendable>(
    _ next: @escaping @Sendable (CacheAnswer) -> Errand<Value>
  ) -> Errand<Value> {
    let name = name
    return .within(name) { _ in
      switch cache.look(request, key: key, use: request.cacheUse) {
      case .known(let found): next(found)
      case .inFolder(let look):
        Errand<CacheAnswer>.fromCallback(name) { callback in look { callback.succeed($0) } }.flatMap(next)
      }
    }
  }

  /// What is given of what was found, and what makes it new again where it is stale.
  private func taken(
    _ found: CacheAnswer
  ) -> (data: Errand<FetchedData>, renewal: Errand<FetchedData>?) {
    switch found {
    case .hit(let response): (given(response), nil)
    case .staleWhileRevalidating(let response, let validation): (given(response), renewal(validation))
    case .revalidate(let validation): (validated(validation), nil)
    case .miss(let reason): (fetched(reason), nil)
    case .unavailable: (.failure(FetchError(request.url, .notCached)), nil)
    }
  }

  /// What is there, or what the server says where that turns out to be damaged.
  ///
  /// - Parameter tier: Where it comes from; by default where it is stored.
  func given(_ response: CachedResponse, from tier: LoadMetrics.Tier? = nil) -> Errand<FetchedData> {
    do {
      if let data = try atHand(response, from: tier) { return .success(data) }
    } catch {
      return .failure(error)
    }
    return read(response)
  }

  /// The same where the body has to be read; what else there is has been looked at.
  func read(_ response: CachedResponse) -> Errand<FetchedData> {
    Errand { try whole(response, try await response.body.data()) }
      .recover { error in
        guard error is DamagedBody else { throw error }
        guard request.mayBeSent else { throw FetchError(request.url, .notCached) }
        return fetched(.miss)
      }
  }

  /// What is there, where nothing has to be read for it; nil where the body has to be.
  func atHand(_ response: CachedResponse, from tier: LoadMetrics.Tier?) throws -> FetchedData? {
    recorder?.note { $0.came(from: tier ?? response.tier) }
    try check(response)
    // Nobody reads the body of what is only to be there.
    if request.tiers == .disk { return try whole(response, Data()) }
    guard case .data(let body) = response.body else { return nil }
    return try whole(response, body)
  }

  /// What is stored has to pass what an answer of the server has to: it may have been stored for a fetcher that takes more.
  private func check(_ response: CachedResponse) throws {
    try fetcher.configuration.validate(response.head)
    let limit = fetcher.configuration.byteLimit
    guard response.body.length > limit, response.isSuccess else { return }
    throw FetchError(response.head.url, .tooLarge(limit: limit))
  }

  /// What has passed, with all of its body.
  ///
  /// - Throws: ``FetchError``, as though the server had said so now, where it is a refusal.
  private func whole(_ response: CachedResponse, _ body: Data) throws(FetchError) -> FetchedData {
    let data = FetchedData(head: response.head, body: body, cacheStatus: response.status)
    guard !response.isSuccess else { return data }
    let cause = FetchError.Cause.status(data.head.status, retryAfter: data.head.fields.retryAfter())
    throw FetchError(data.head.url, cause, answer: data)
  }
}

extension CachedResponse {
  fileprivate var isSuccess: Bool { (200..<300).contains(head.status) }
}

extension FetchedData {
  /// Whether it is what was stored: where that was damaged, the server has been asked already.
  fileprivate var isHit: Bool { cacheStatus?.source == .hit }
}
