import Errands
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests over URLSession.
///
/// URLSession does not show the address it connects to before it sends the request, so the address guard
/// resolves the name ahead of it. A server that answers differently the second time it is asked can slip
/// through; where that matters, use the AsyncHTTPClient transport, which looks at the connection itself.
///
/// Outside Apple's platforms URLSession cannot pause: suspending a task takes the transfer off its connection,
/// and resuming it begins anew, in the middle of the body. So there a body is read as fast as it comes, and a
/// reader that falls behind by more than `bufferLimit` loses the load with an error. For large bodies use the
/// AsyncHTTPClient transport there.
///
/// It measures nothing: URLSession tells its metrics when all of the body has come, and on Linux not at all.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let tasks: URLSessionTasks
  private let addressGuard: AddressGuard
  private let bufferLimit: Int

  /// A transport with a session of its own.
  ///
  /// - Parameters:
  ///   - configuration: The session's; its cache and cookie store are taken out. Default ephemeral.
  ///   - addressGuard: Which addresses may be connected to. Default: public ones only.
  ///   - bufferLimit: Bytes of one body that may lie unread. On Apple's platforms the load pauses there;
  ///     elsewhere it fails. Default 64 MiB.
  public init(
    configuration: URLSessionConfiguration = .ephemeral,
    addressGuard: AddressGuard = AddressGuard(),
    bufferLimit: Int = 64 << 20
  ) {
    let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // The fetcher's deadline is the only one: URLSession's own counts from the last byte. Not infinite, which
    // Foundation converts to an integer and so ends the process.
    configuration.timeoutIntervalForRequest = 7 * 24 * 60 * 60
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    tasks = URLSessionTasks(queue: queue)
    self.addressGuard = addressGuard
    self.bufferLimit = bufferLimit
    session = URLSession(configuration: configuration, delegate: tasks, delegateQueue: queue)
  }

  /// Exchanges under way go on until their answers have been read.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends the request and waits for the head of the answer.
  ///
  /// - Throws: ``FetchError``; `CancellationError` where the calling task is cancelled.
  public func send(_ request: FetchRequest) async throws -> TransportResponse {
    try await addressGuard.checkResolved(request.url)
    try Task.checkCancellation()
    var urlRequest = URLRequest(url: request.url)
    urlRequest.httpMethod = request.method.rawValue
    for field in request.fields.all { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
    urlRequest.httpBody = try await body(of: request)
    let exchange = tasks.begin(
      session.dataTask(with: urlRequest),
      url: request.url,
      bufferLimit: bufferLimit
    )
    let head = try await exchange.head.settled { exchange.cancel() }.get()
    return TransportResponse(head: head, body: TransportBody(URLSessionBody(exchange: exchange)))
  }

  /// In memory: what URLSession reads while it sends cannot be waited for outside Apple's platforms.
  private func body(of request: FetchRequest) async throws -> Data? {
    guard let body = request.body else { return nil }
    var data = Data()
    for try await chunk in body.makeChunks() {
      data.append(chunk)
      guard data.count <= bufferLimit else {
        let reason = "URLSession is given no body of more than \(bufferLimit) bytes; raise its bufferLimit"
        throw FetchError(request.url, .invalidRequest(reason: reason))
      }
    }
    if let length = body.length, length != Int64(data.count) {
      throw FetchError(request.url, .transport(reason: RequestBody.otherLength))
    }
    return data
  }
}
