import Errands
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request under way in a URLSession.
final class URLSessionExchange: Sendable {
  let head = Settlement<FetchHead>()
  private let task: URLSessionDataTask
  private let url: URL
  private let chunks: ChunkChannel
  private let queue: OperationQueue
  private let isOver = Lock(false)

  init(task: URLSessionDataTask, url: URL, bufferLimit: Int, queue: OperationQueue) {
    self.task = task
    self.url = url
    self.queue = queue
    chunks = ChunkChannel(limit: bufferLimit)
  }

  /// Ends the exchange for its reader at once, and its task in a moment: on the queue on which the task
  /// completes, because Foundation does not expect a task to be cancelled while it is completing.
  func cancel() {
    abort(CancellationError())
    guard !isOver.withLock({ $0 }) else { return }
    queue.addOperation { [self] in
      if !isOver.withLock({ $0 }) { task.cancel() }
    }
  }

  func receive(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { HTTPFields.Field($0, "\(value)") }
    }
    let address = response.url ?? url
    head.settle(.success(FetchHead(url: address, status: response.statusCode, fields: HTTPFields(fields))))
  }

  func receive(_ chunk: Data) {
    if let room = chunks.write(chunk) { pause(until: room) }
  }

  #if canImport(FoundationNetworking)
    /// There is no pausing here; see ``URLSessionTransport``.
    private func pause(until room: Settlement<Void>) {
      abort(FetchError(url, .transport(reason: "its reader fell too far behind")))
      task.cancel()
    }
  #else
    private func pause(until room: Settlement<Void>) {
      task.suspend()
      room.whenSettled { [task] _ in task.resume() }
    }
  #endif

  func taskDidComplete(_ error: (any Error)?) {
    isOver.withLock { $0 = true }
    // A redirect without an address to go to is completed without its response having been announced.
    if error == nil, let response = task.response as? HTTPURLResponse { receive(response) }
    guard let error else {
      head.settle(.failure(FetchError(url, .connectionLost)))
      return chunks.finish(.success(()))
    }
    let failure = FetchError.mapping(error, of: url, afterHead: head.outcome != nil)
    head.settle(.failure(failure))
    chunks.finish(.failure(failure))
  }

  private func abort(_ error: any Error) {
    head.settle(.failure(error))
    chunks.abort(error)
  }

  func next() async throws -> Data? { try await chunks.next() }
}
