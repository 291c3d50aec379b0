import Errands
import Foundation

// What a load asks of the server, and what is made of its answer.
extension CachedLoad {
  /// The answer of the server, kept where that is allowed.
  func fetched(_ reason: CacheStatus.Forward) -> Errand<FetchedData> {
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
  func validated(_ validation: CacheValidation) -> Errand<FetchedData> {
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
        isForAll: request.isAnswered(by: answer.head, to: sending.request ?? request),
        permit: sending.permit
      )
      guard let renewed else { return try await callback.value(of: fetched(.stale)) }
      if let data = try atHand(renewed, from: .validated) { return data }
      return try await callback.value(of: read(renewed))
    }
    return fetcher.flights(of: request)
      .share(answer, for: FetchKey(validation.request, .validation), bringing: recorder)
  }

  /// The same behind an answer that has been given: a load of its own.
  func renewal(_ validation: CacheValidation) -> Errand<FetchedData> {
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
      // What was stored before is not what the server has, though what it has must not be stored. What was stored meanwhile is newer.
      if hasStored || sent.isConditional || request.cacheUse == .reload, answer.replaces(request),
        sending.permit?.isValid ?? true
      {
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
