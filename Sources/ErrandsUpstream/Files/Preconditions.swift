import Foundation

/// The conditions under which a request wants to be answered, held against what there is (RFC 9110 section 13).
struct Preconditions {
  enum Verdict: Equatable {
    /// The request is answered as though it had no conditions.
    case met
    /// The client has it already (304).
    case notModified
    /// What the request was made for is no longer there (412); with the name of the field that says so.
    case failed(String)
  }

  private let headers: HeaderFields
  private let isRead: Bool
  /// Of what there is; `nil` where it has none.
  let entityTag: String?
  let lastModified: Date?

  init(_ request: RecordedRequest, entityTag: String?, lastModified: Date?) {
    headers = request.headers
    isRead = request.method == "GET" || request.method == "HEAD"
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// In the order of section 13.2.2: tags before dates, and what may lose something before what may save something.
  var verdict: Verdict {
    if let tags = tags("If-Match") {
      guard tags.containsStrongly(entityTag) else { return .failed("If-Match") }
    } else if let isChanged = isModified(since: "If-Unmodified-Since"), isChanged {
      return .failed("If-Unmodified-Since")
    }
    if let tags = tags("If-None-Match") {
      guard tags.containsWeakly(entityTag) else { return .met }
      return isRead ? .notModified : .failed("If-None-Match")
    }
    guard isRead, let isChanged = isModified(since: "If-Modified-Since"), !isChanged else { return .met }
    return .notModified
  }

  /// Whether a range may be answered with a part, as what the client has the rest of is what there is (section 13.1.5).
  ///
  /// A date counts only where it is to the second that of the last change, and that second is over: within it there may
  /// have been another change (section 8.8.2.2).
  func allowsRange(at now: Date) -> Bool {
    guard let text = headers["If-Range"].map({ String($0.trimmingSpaces()) }) else { return true }
    // One tag and no list of them.
    if text.hasSuffix("\"") { return text == entityTag && !text.hasPrefix("W/") }
    guard let lastModified, let date = Date(httpText: text) else { return false }
    return date.wholeSeconds == lastModified.wholeSeconds && lastModified.wholeSeconds < now.wholeSeconds
  }

  private func tags(_ name: String) -> EntityTags? {
    headers.combined(name).map(EntityTags.init)
  }

  /// `nil` where it does not count: the field says no date, or there is none to compare it with.
  private func isModified(since name: String) -> Bool? {
    guard let lastModified, let date = headers.combined(name).flatMap(Date.init(httpText:)) else {
      return nil
    }
    return lastModified.wholeSeconds > date.wholeSeconds
  }
}
