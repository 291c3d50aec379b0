import Foundation

extension FetchRequest {
  /// Fields that say how a message is carried, which is for the transport to say (RFC 9112, sections 6 and 9).
  private static let carried: Set = ["content-length", "transfer-encoding", "connection", "upgrade"]

  /// Looks for what cannot be sent, or would be understood as something else.
  ///
  /// - Throws: ``FetchError/Cause/invalidRequest(reason:)``.
  func check() throws(FetchError) {
    for field in fields.all {
      guard Self.isToken(field.name) else {
        // A whole line in place of a name may have a secret in it.
        throw mistake("“\(field.name.prefix { Self.isToken(String($0)) })…” is no name of a field")
      }
      guard !field.value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
        throw mistake("the field \(field.name) has a line end or a zero byte in it")
      }
      guard !Self.carried.contains(field.name.lowercased()) else {
        throw mistake("the field \(field.name) is written by the transport; leave it out")
      }
    }
    guard body == nil || (method != .get && method != .head) else {
      throw mistake("\(method.rawValue) has no body; leave it out, or send it by another method")
    }
  }

  private func mistake(_ reason: String) -> FetchError { FetchError(url, .invalidRequest(reason: reason)) }

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// The request that a redirect with this status asks for at another address (RFC 9110, section 15.4). A POST becomes a GET where
  /// it always has.
  func redirected(to url: URL, status: Int) -> FetchRequest {
    var next = self
    next.url = url
    if url.origin != self.url.origin {
      // A `Host` of the caller's names the one before.
      for field in ["Authorization", "Cookie", "Proxy-Authorization", "Host"] { next.fields[field] = nil }
    }
    let becomesGet = status == 303 && method != .head || method == .post && (status == 301 || status == 302)
    guard becomesGet else { return next }
    next.method = .get
    next.body = nil
    for field in next.fields.all where field.name.lowercased().hasPrefix("content-") {
      next.fields[field.name] = nil
    }
    return next
  }
}
