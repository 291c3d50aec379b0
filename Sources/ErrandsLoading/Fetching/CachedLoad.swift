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
  private var recorder: LoadRecorder?

  private let key: String
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

  private var name: String { givenName ?? fetcher.name(of: request) }

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
  private func given(_ response: CachedResponse, from tier: LoadMetrics.Tier? = nil) -> Errand<FetchedData> {
    do {
      if let data = try atHand(response, from: tier) { return .success(data) }
    } catch {
      return .failure(error)
    }
    return read(response)
  }

  /// The same where the body has to be read; what else there is has been looked at.
  private func read(_ response: CachedResponse) -> Errand<FetchedData> {
    Errand { try whole(response, try await response.body.data()) }
      .recover { error in
        guard error is DamagedBody else { throw error }
        guard request.mayBeSent else { throw FetchError(request.url, .notCached) }
        return fetched(.miss)
      }
  }

  /// What is there, where nothing has to be read for it; nil where the body has to be.
  private func atHand(_ response: CachedResponse, from tier: LoadMetrics.Tier?) throws -> FetchedData? {
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

  // MARK: The server

  /// The answer of the server, kept where that is allowed.
  private func fetched(_ reason: CacheStatus.Forward) -> Errand<FetchedData> {
    let sending = Sending(cache, request, key: key)
    let answer: Errand<FetchedData> = fetcher.admitted(request, named: name, recorder) { callback, place in
      try await ask(request, sending, at: place, callback.report).forwarded(reason)
    }
    let (flights, key) = (fetcher.flights(of: request), FetchKey(request, .answer))
    // What was asked before may say less than what is asked now.
    if request.cacheUse == .reload { flights.retire(key) }
    return flights.share(answer, for: key, bringing: recorder)
  }

  /// Asks whether what is stored still holds. Where the server cannot say so, what is stored is given if that is
  /// allowed.
  private func validated(_ validation: CacheValidation) -> Errand<FetchedData> {
    guard let fallback = validation.fallback else { return exchanged(validation) }
    return exchanged(validation).recover { error in
      guard error.isServers else { throw error }
      var fallback = fallback
      if case .status(let code, _)? = (error as? FetchError)?.cause { fallback.status.forwardStatus = code }
      return given(fallback)
    }
  }

  /// What the server says about what is stored: that it still holds, or what has taken its place.
  private func exchanged(_ validation: CacheValidation) -> Errand<FetchedData> {
    let sending = Sending(cache, request, key: key)
    let answer: Errand<FetchedData> = fetcher.admitted(validation.request, named: name, recorder) {
      callback,
      place in
      let answer = try await ask(validation.request, sending, at: place, hasStored: true, callback.report)
      guard answer.head.status == 304 else { return answer.forwarded(validation.reason) }
      // What follows waits for other things than this host.
      place.leave()
      // Behind a redirect the question was put about something else, which may have the same tag.
      guard CacheAddress(answer.head.url) == CacheAddress((sending.request ?? request).url) else {
        return try await callback.value(of: fetched(validation.reason))
      }
      let renewed = await cache.renew(
        validation,
        by: answer.head,
        requestTime: sending.time,
        responseTime: cache.now(),
        isForAll: request.isAnswered(by: answer.head, to: sending.request ?? request)
      )
      guard let renewed else { return try await callback.value(of: fetched(.stale)) }
      if let data = try atHand(renewed, from: .validated) { return data }
      return try await callback.value(of: read(renewed))
    }
    return fetcher.flights(of: request)
      .share(answer, for: FetchKey(validation.request, .validation), bringing: recorder)
  }

  /// The same behind an answer that has been given: a load of its own.
  private func renewal(_ validation: CacheValidation) -> Errand<FetchedData> {
    fetcher.measured(request) { recorder in
      var load = self
      load.recorder = recorder
      return load.exchanged(validation)
    }
  }

  /// Sends a request for what this load wants, and stores what comes of it: also a refusal, for as long as that holds.
  ///
  /// - Parameter hasStored: Whether there is an answer in the cache, which this one replaces.
  private func ask(
    _ sent: FetchRequest,
    _ sending: Sending,
    at place: LoadPlace,
    hasStored: Bool = false,
    _ report: @escaping @Sendable (_ completed: Int64, _ total: Int64?) -> Void
  ) async throws -> FetchedData {
    do {
      let answer = try await fetcher.collect(sent, at: place, willSend: sending.note, report: report) {
        writer(of: $0, sending)
      }
      // What was stored before is not what the server has, though what it has must not be stored.
      if hasStored || sent.isConditional || request.cacheUse == .reload, answer.replaces(request) {
        place.leave()
        await cache.remove(.key(key, CacheAddress(of: request)), as: .replaced)
      }
      return answer
    } catch let error as FetchError where !error.isTransient {
      if let refusal = error.answer, let writer = writer(of: refusal.head.ofBeginning, sending) {
        place.leave()
        await writer.write(refusal.body)
        await writer.commit()
      }
      throw error
    }
  }

  /// Where the server's answer is stored; nil where it must not be.
  private func writer(of head: FetchHead, _ sending: Sending) -> CacheWriter? {
    guard request.isAnswered(by: head, to: sending.request ?? request) else { return nil }
    return cache.store(
      head,
      to: request,
      key: key,
      use: request.cacheUse,
      requestTime: sending.time,
      responseTime: cache.now(),
      permit: sending.permit
    )
  }

  /// What was sent last, and when: what was waited for before is no part of an answer's age (RFC 9111, section 4.2.3), and what
  /// was removed before is not stored again by its answer.
  private final class Sending: Sendable {
    private struct State: Sendable {
      var request: FetchRequest?
      var time: Int64
      var permit: StoragePermit?
    }

    private let cache: HTTPCache
    /// What is stored is an answer to this.
    private let asked: (request: FetchRequest, key: String)
    private let state: Lock<State>

    init(_ cache: HTTPCache, _ request: FetchRequest, key: String) {
      self.cache = cache
      asked = (request, key)
      state = Lock(State(time: cache.now()))
    }

    var request: FetchRequest? { state.withLock { $0.request } }
    var time: Int64 { state.withLock { $0.time } }
    var permit: StoragePermit? { state.withLock { $0.permit } }

    @Sendable func note(_ request: FetchRequest) {
      let last = State(
        request: request,
        time: cache.now(),
        permit: StoragePermit(cache, .init(.answer, to: asked.request, key: asked.key))
      )
      // The one before is let go of outside the lock.
      let former = state.withLock { state in
        defer { state = last }
        return state
      }
      withExtendedLifetime(former) {}
    }
  }
}

extension CachedResponse {
  fileprivate var isSuccess: Bool { (200..<300).contains(head.status) }
}

extension FetchHead {
  /// The head of a refusal, of which no more is kept than the beginning of its body.
  fileprivate var ofBeginning: FetchHead {
    var fields = fields
    fields["Content-Length"] = nil
    return FetchHead(url: url, status: status, fields: fields)
  }
}

extension FetchedData {
  /// Whether it is what was stored: where that was damaged, the server has been asked already.
  fileprivate var isHit: Bool { cacheStatus?.source == .hit }

  /// Whether it is a whole answer to this request that was not stored.
  fileprivate func replaces(_ request: FetchRequest) -> Bool {
    request.method == .get && head.status != 304 && head.status != 206 && cacheStatus?.isStored != true
      && !CacheControl(request.fields).noStore
  }

  /// The server's own answer, for which the cache could do no more than store it.
  fileprivate func forwarded(_ reason: CacheStatus.Forward) -> FetchedData {
    var status = CacheStatus(.forwarded(reason))
    status.isStored = cacheStatus?.isStored ?? false
    status.remainingLifetime = cacheStatus?.remainingLifetime
    status.mayBeKept = cacheStatus?.mayBeKept ?? false
    return FetchedData(head: head, body: body, cacheStatus: status)
  }
}

extension Error {
  /// Whether it is the server or the way to it that failed (RFC 5861, section 4).
  fileprivate var isServers: Bool {
    if case .hostUnavailable? = self as? AdmissionError { return true }
    guard let error = self as? FetchError else { return false }
    switch error.cause {
    case .status(let code, _): return [500, 502, 503, 504].contains(code)
    case .truncated, .malformedResponse, .transport: return true
    default: return error.isUnreachable
    }
  }
}
