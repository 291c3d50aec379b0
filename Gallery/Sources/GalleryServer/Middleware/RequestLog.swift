import GalleryJobs
import Hummingbird
import Logging

/// A line of the server's log.
public struct RequestLine: Sendable, Encodable {
  public let method: String
  public let path: String
  /// The status of the answer; 499 where the client left before there was one.
  public let status: Int
  public let milliseconds: Int
  /// What the request is called, in its answer, too; nil where none could be read.
  public var id: String?

  /// The path without the address of a picture that is in it: in another spelling, but with its query, which may be secret.
  static func named(_ path: String) -> String {
    // As the router reads a path, for which two slashes are one.
    var segments = path.split(separator: "/")
    guard segments.first == "image", segments.count > 2 else { return path }
    segments[2] = "…"
    return "/" + segments.joined(separator: "/")
  }

  /// The line as JSON, its keys sorted. By hand: an encoder takes longer than all else that is done for a picture in memory.
  public var json: String {
    let name = id.map { "\"id\":\(JSONText.quoted($0))," } ?? ""
    return "{\(name)\"method\":\(JSONText.quoted(method)),\"milliseconds\":\(milliseconds),"
      + "\"path\":\(JSONText.quoted(path)),\"status\":\(status)}"
  }

  /// Whether the request was turned away, which costs its client nothing: not where something was tried for it, or
  /// the client left.
  var isRefusal: Bool { status >= 400 && ![499, 500, 502, 504].contains(status) }
}

/// Tells of every request once its head is answered, and of what is refused before there is one: heads that cannot be
/// read or do not come in time, and connections for which there is no place.
final class RequestLog: RouterMiddleware {
  private let logger: Logger
  private let onRequest: @Sendable (RequestLine) -> Void
  private let budget = Lock(RefusalBudget())
  private let metrics: ServerMetrics

  /// - Parameters:
  ///   - metrics: Where each request is counted, also one that has no line.
  ///   - onRequest: Called on the thread that answers, so it must not block.
  init(
    logger: Logger,
    metrics: ServerMetrics = ServerMetrics(PrometheusMetrics()),
    onRequest: @escaping @Sendable (RequestLine) -> Void
  ) {
    self.logger = logger
    self.metrics = metrics
    self.onRequest = onRequest
  }

  func handle(
    _ request: Request,
    context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let time = ContinuousClock.now - start
    let line = RequestLine(
      method: request.method.rawValue,
      path: RequestLine.named(request.uri.path),
      status: response.status.code,
      milliseconds: Int(time / .milliseconds(1)),
      id: RequestID.current
    )
    answered(line, after: time)
    return response
  }

  /// Counts an answer, and tells of it.
  func answered(_ line: RequestLine, after time: Duration) {
    metrics.count(line, took: time)
    tell(line)
  }

  /// The same of an answer that a connection has given by itself.
  func repeated(_ line: RequestLine, after time: Duration) {
    metrics.countRepeated()
    answered(line, after: time)
  }

  /// - Parameter time: How long it took to see that it is refused.
  func refused(_ status: Int, after time: Duration) {
    let milliseconds = Int(time / .milliseconds(1))
    // What it has asked for is not known, or cannot be trusted to be what it seems.
    answered(
      RequestLine(method: "-", path: "-", status: status, milliseconds: milliseconds),
      after: time
    )
  }

  func tell(_ line: RequestLine, at now: ContinuousClock.Instant = .now) {
    let (omitted, isTold) = budget.withLock { budget in
      (budget.takeOmitted(at: now), !line.isRefusal || budget.admits(at: now))
    }
    if omitted > 0 {
      let requests = omitted == 1 ? "1 refused request has" : "\(omitted) refused requests have"
      logger.warning("\(requests) no line, for too many came at once")
    }
    if isTold { onRequest(line) }
  }
}
