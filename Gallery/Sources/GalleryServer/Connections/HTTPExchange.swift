import NIOHTTP1

/// A request and its answer, as far as they decide what becomes of the connection, as a value.
struct HTTPExchange {
  /// Whether the whole request has come.
  var isReceived = false
  /// Whether its answer has begun.
  private(set) var isBegun = false
  /// Whether the connection closes after the answer.
  private(set) var isLast: Bool
  /// What its answer may be remembered by; nil where it may not.
  let key: RepeatedAnswers.Key?
  private let isHTTP10: Bool
  private var waitsForContinue: Bool

  init(_ head: HTTPRequestHead, key: RepeatedAnswers.Key? = nil) {
    self.key = key
    isHTTP10 = head.version.minor == 0
    isLast = !head.isKeepAlive || head.leavesHTTP
    waitsForContinue =
      !isHTTP10 && head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
  }

  /// Whether the client waits to be told that its body is wanted. True once.
  mutating func mayAskForBody() -> Bool {
    defer { waitsForContinue = false }
    return waitsForContinue && !isBegun && !isReceived
  }

  /// Completes the head of the answer, with what it says of the connection.
  mutating func answer(_ head: inout HTTPResponseHead) {
    isBegun = true
    let saysClose = head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
    // The rest of a request that has not been read would be taken for the next one.
    if saysClose || !isReceived { isLast = true }
    if isHTTP10 {
      // Its end is where the connection ends: there are no chunks before 1.1 (RFC 9112, section 6.1).
      if !head.headers.contains(name: "content-length") { isLast = true }
      head.version = .http1_0
    }
    head.headers.remove(name: "connection")
    if isLast {
      head.headers.add(name: "connection", value: "close")
    } else if isHTTP10 {
      head.headers.add(name: "connection", value: "keep-alive")
    }
  }
}

extension HTTPRequestHead {
  /// Whether what comes behind it may be of another protocol (RFC 9110, sections 7.8 and 9.3.6): the parser gives nothing of
  /// that, and would keep it all.
  fileprivate var leavesHTTP: Bool { method == .CONNECT || headers.contains(name: "upgrade") }
}

extension HTTPResponseHead {
  /// That of a problem in which nothing has been routed.
  init(problem: Problem, length: Int) {
    var headers: HTTPHeaders = [
      "connection": "close", "cache-control": "no-store", "content-length": "\(length)",
      "content-type": "application/problem+json", "x-content-type-options": "nosniff",
    ]
    if let wait = problem.retryAfter { headers.add(name: "retry-after", value: "\(wait)") }
    let status = HTTPResponseStatus(statusCode: problem.status, reasonPhrase: problem.title)
    self.init(version: .http1_1, status: status, headers: headers)
  }
}
