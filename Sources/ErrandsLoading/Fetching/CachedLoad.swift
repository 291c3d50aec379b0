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

  init(fetcher: Fetcher, cache: HTTPCache, request: FetchRequest, recorder: LoadRecorder?) {
    self.recorder = recorder
    var request = request
    request.agent = fetcher.configuration.userAgent
    (self.fetcher, self.cache, self.request) = (fetcher, cache, request)
    key = request.cacheKey
  }

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
    answer().map { answer in
      if let renewal = answer.renewal { fetcher.limited(renewal, request).run(in: cache.scope) }
      return answer.data
    }
  }

  /// The load as it is after a look at what is there.
  func answer() -> Errand<Answer> {
    // What comes for the folder alone is not to come a second time, and is there behind that.
    guard request.tiers != .disk, fetcher.diskLoads.count > 0 else { return looked() }
    let unless = Errand<FetchedData>.failure(FetchError(request.url, .notCached))
    return fetcher.diskLoads.share(unless, for: FetchKey(request)).map { _ in }.recover { _ in Errand {} }
      .flatMap { looked() }
  }

  private func looked() -> Errand<Answer> {
    look()
      .flatMap { answer in
        switch answer {
        case .hit(let response): return given(response)
        case .staleWhileRevalidating(let response, let validation):
          return given(response, renewal: renewal(validation))
        case .revalidate(let validation): return validated(validation).map { Answer(data: $0) }
        case .miss(let reason): return fetched(reason).map { Answer(data: $0) }
        case .unavailable: return .failure(FetchError(request.url, .notCached))
        }
      }
  }

  /// Once more into memory: what was on its way at the first look may have come since. No task is made for it.
  private func look() -> Errand<CacheAnswer> {
    .fromCallback(fetcher.name(of: request)) { callback in
      cache.lookup(request, key: key, use: request.cacheUse) { callback.succeed($0) }
    }
  }

  /// What is there, or what the server says where that turns out to be damaged.
  ///
  /// - Parameter tier: Where it comes from; by default where it is stored.
  private func given(
    _ response: CachedResponse,
    renewal: Errand<FetchedData>? = nil,
    from tier: LoadMetrics.Tier? = nil
  ) -> Errand<Answer> {
    recorder?.note { $0.came(from: tier ?? response.tier) }
    do {
      try check(response)
      // Nobody reads the body of what is only to be there.
      if request.tiers == .disk {
        return .success(Answer(data: try whole(response, Data()), renewal: renewal))
      }
      if case .data(let body) = response.body {
        return .success(Answer(data: try whole(response, body), renewal: renewal))
      }
    } catch {
      return .failure(error)
    }
    return Errand { Answer(data: try whole(response, try await response.body.data()), renewal: renewal) }
      .recover { error in
        guard error is DamagedBody else { throw error }
        guard request.mayBeSent else { throw FetchError(request.url, .notCached) }
        return fetched(.miss).map { Answer(data: $0) }
      }
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
    let answer = asked(request, Sending(cache, request, key: key)).map { $0.forwarded(reason) }
    return fetcher.flights(of: request).share(answer, for: FetchKey(request, .answer), bringing: recorder)
  }

  /// Asks whether what is stored still holds. Where the server cannot say so, what is stored is given if that is
  /// allowed.
  private func validated(_ validation: CacheValidation) -> Errand<FetchedData> {
    exchanged(validation).recover { error in
      guard error.isServers, var fallback = validation.fallback else { throw error }
      if case .status(let code, _)? = (error as? FetchError)?.cause { fallback.status.forwardStatus = code }
      return given(fallback).map(\.data)
    }
  }

  /// What the server says about what is stored: that it still holds, or what has taken its place.
  private func exchanged(_ validation: CacheValidation) -> Errand<FetchedData> {
    let sending = Sending(cache, request, key: key)
    let answer = asked(validation.request, sending).flatMap { answer in
      guard answer.head.status == 304 else { return .success(answer.forwarded(validation.reason)) }
      // Behind a redirect the question was put about something else, which may have the same tag.
      guard CacheAddress(answer.head.url) == CacheAddress((sending.request ?? request).url) else {
        return fetched(validation.reason)
      }
      return renewed(validation, by: answer.head, sending.time)
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

  private func renewed(
    _ validation: CacheValidation,
    by head: FetchHead,
    _ requestTime: Int64
  ) -> Errand<FetchedData> {
    Errand {
      await cache.renew(validation, by: head, requestTime: requestTime, responseTime: cache.now())
    }
    .flatMap { $0.map { given($0, from: .validated).map(\.data) } ?? fetched(.stale) }
  }

  /// Sends a request for what this load wants, and stores what comes of it: also a refusal, for as long as that holds.
  private func asked(_ sent: FetchRequest, _ sending: Sending) -> Errand<FetchedData> {
    fetcher.collected(sent, recorder, willSend: sending.note) { writer(of: $0, sending) }
      .flatMap { answer in
        // What was stored before is not what the server has, though what it has must not be stored.
        guard sent.isConditional || request.cacheUse == .reload, answer.replaces(request) else {
          return .success(answer)
        }
        return Errand {
          await cache.remove(.key(key, CacheAddress(of: request)), as: .replaced)
          return answer
        }
      }
      .recover { error in
        guard let error = error as? FetchError, !error.isTransient, let refusal = error.answer,
          let writer = writer(of: refusal.head.ofBeginning, sending)
        else { throw error }
        return Errand {
          await writer.write(refusal.body)
          await writer.commit()
          throw error
        }
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
        permit: StoragePermit(cache, for: asked.request, key: asked.key)
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
