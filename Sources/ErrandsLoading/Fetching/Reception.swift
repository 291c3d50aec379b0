import Foundation

/// One body on its way in, over all tries of a load: what is held of it, what the next try has to ask for, and what an answer
/// means for what is held. A value: no connection, no clock.
///
/// A body that broke off is gone on with where its first answer had a strong validator: the next try asks for the rest
/// (RFC 9110, section 14.2), on condition that nothing has changed (section 13.1.5). What comes back goes with what is
/// held only where it is a 206 of the same address, but for its query under a tag, and of the same validator that begins exactly
/// there.
struct Reception: Sendable {
  /// What an answer means for the body.
  enum Start: Sendable, Equatable {
    /// It begins, once more where something is held.
    case anew
    /// It goes on behind what is held.
    case onward
    /// The answer does not go with what is held, which has been forgotten: the request has to be sent once more.
    case forgotten
    /// There is no body: what the request knows of still holds.
    case unchanged
  }

  /// The largest body that is accepted, in bytes.
  private let limit: Int64
  /// The head that the body began with; nil until it has begun.
  private(set) var head: FetchHead?
  /// How many bytes of the body have come.
  private(set) var received: Int64 = 0
  /// The length of the whole body, where it is known.
  private(set) var expected: Int64?
  /// Where the part ends that is coming; nil where that is the whole.
  private var partEnd: Int64?
  /// Of what is held; nil where its rest cannot be asked for.
  private var validator: Validator?

  init(limit: Int64) {
    self.limit = limit
  }

  /// A body of which so many bytes are held from before, under a strong validator.
  init(limit: Int64, held: Int64, of total: Int64?, _ validator: Validator) {
    self.limit = limit
    received = held
    expected = total
    self.validator = validator
  }

  /// Whether the next try asks for the rest, and not for the whole.
  var resumes: Bool { received > 0 && validator != nil }

  /// What to ask for, given what is held.
  func request(from original: FetchRequest) -> FetchRequest {
    guard received > 0, let validator else { return original }
    var request = original
    request.fields["Range"] = "bytes=\(received)-"
    request.fields["If-Range"] = validator.text
    return request
  }

  /// An answer has come.
  ///
  /// - Throws: ``FetchError/Cause/status(_:retryAfter:)`` for one that is no success,
  ///   such as what is unchanged where nothing was known,
  ///   ``FetchError/Cause/malformedResponse(reason:)`` for a part where the whole was asked for,
  ///   ``FetchError/Cause/tooLarge(limit:)`` where it announces more than the limit.
  mutating func begin(_ answer: FetchHead, to original: FetchRequest) throws(FetchError) -> Start {
    switch answer.status {
    case 206 where resumes:
      guard let rest = rest(in: answer) else { return forget() }
      (expected, partEnd) = (rest.length, rest.end)
      head = head ?? answer
      try checkExpected(answer)
      return .onward
    case 304 where original.isConditional:
      head = answer
      return .unchanged
    case 416 where resumes:
      return forget()
    case 206 where original.fields["Range"] == nil:
      throw FetchError(answer.url, .malformedResponse(reason: "it is a part, and the whole was asked for"))
    case 200..<300:
      head = answer
      (received, partEnd) = (0, nil)
      // A 204 has no body, whatever it says of one (RFC 9112, section 6.3).
      expected = original.method == .head || answer.status == 204 ? nil : answer.contentLength
      validator = original.asksForAll ? answer.resumableValidator : nil
      try checkExpected(answer)
      return .anew
    default:
      throw FetchError(answer.url, .status(answer.status, retryAfter: answer.fields.retryAfter()))
    }
  }

  /// A piece of the body has come.
  ///
  /// - Throws: ``FetchError/Cause/tooLarge(limit:)`` where it is more than the limit;
  ///   ``FetchError/Cause/malformedResponse(reason:)`` where it is more than the body was to have: nobody knows which part of it
  ///   is right.
  mutating func take(_ count: Int) throws(FetchError) {
    received += Int64(count)
    guard let head else { return }
    if received > limit { throw FetchError(head.url, .tooLarge(limit: limit)) }
    // Behind the end of a part may be anything: it would be gone on from there.
    if let end = partEnd ?? expected, received > end {
      throw FetchError(head.url, .malformedResponse(reason: "its body is longer than it said"))
    }
  }

  /// The body has ended, or its connection has.
  ///
  /// - Throws: ``FetchError/Cause/truncated(received:expected:)`` where that was too early.
  func end(isCutOff: Bool) throws(FetchError) {
    guard let head, isCutOff || received < expected ?? 0 else { return }
    throw FetchError(head.url, .truncated(received: received, expected: expected))
  }

  private mutating func forget() -> Start {
    received = 0
    validator = nil
    return .forgotten
  }

  private func checkExpected(_ answer: FetchHead) throws(FetchError) {
    if let expected, expected > limit { throw FetchError(answer.url, .tooLarge(limit: limit)) }
  }

  /// The length of the whole, and where this part of it ends, if this is the rest of what is held; nil where it is not. A rest of
  /// nobody knows what may be any part of it, as a server need not give all that is asked for.
  private func rest(in answer: FetchHead) -> (length: Int64, end: Int64)? {
    guard isSameAddress(answer.url), answer.fields["Content-Encoding"] == nil,
      let range = answer.fields["Content-Range"].flatMap(ContentRange.init), let bytes = range.bytes,
      bytes.lowerBound == received, expected == nil || range.total == nil || range.total == expected,
      answer.contentLength.map({ $0 == bytes.upperBound - bytes.lowerBound + 1 }) ?? true,
      isSameState(answer)
    else { return nil }
    return (range.total ?? expected).map { ($0, bytes.upperBound + 1) }
  }

  /// What is held from before has no address: it may be behind a fresh one. Behind a redirect each answer may have an address with a
  /// signature of its own in the query: a tag says then whether it is the same, and a date too little.
  private func isSameAddress(_ url: URL) -> Bool {
    guard let begun = head?.url, begun != url else { return true }
    guard case .entityTag? = validator else { return false }
    return begun.origin == url.origin && begun.path(percentEncoded: true) == url.path(percentEncoded: true)
  }

  /// A server that does not know `If-Range` sends the rest of whatever there is now, and says so in its fields. Its tag stands in
  /// each part of what had one (RFC 9110, section 15.3.7): a part that has none is of something else.
  private func isSameState(_ answer: FetchHead) -> Bool {
    switch validator {
    case .entityTag(let tag)?:
      return answer.fields["ETag"].flatMap(EntityTag.init)?.isSame(as: tag) ?? false
    case .lastModified(let date)?:
      return answer.fields["Last-Modified"].map { HTTPDate($0) == date } ?? true
    case nil: return false
    }
  }
}
