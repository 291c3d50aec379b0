import Errands
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The session's delegate: hands each event to the exchange it belongs to. An exchange is kept here only while
/// its task is under way.
final class URLSessionTasks: NSObject, URLSessionDataDelegate, Sendable {
  private let exchanges = Lock<[Int: URLSessionExchange]>([:])
  /// Where the session calls this delegate, one call at a time.
  private let queue: OperationQueue

  init(queue: OperationQueue) {
    self.queue = queue
  }

  func begin(_ task: URLSessionDataTask, url: URL, bufferLimit: Int) -> URLSessionExchange {
    let exchange = URLSessionExchange(task: task, url: url, bufferLimit: bufferLimit, queue: queue)
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
    task.resume()
    return exchange
  }

  private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  /// The redirect is the answer. Foundation must not be told so once the task has been cancelled: it takes the
  /// reply for one that it did not ask for, and ends the process.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    exchange(of: task)?.receive(response)
    if task.state == .running { completionHandler(nil) }
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { exchange(of: dataTask)?.receive(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.taskDidComplete(error)
  }
}
