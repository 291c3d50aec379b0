import Errands
import Foundation

/// The head of an answer, and its body as it arrives.
public struct FetchResponse: Sendable {
  /// The head of the answer.
  public let head: FetchHead
  /// The body, to be read once.
  public let body: FetchBody
}

/// The chunks of a body, in order, read once and with back-pressure. Leaving the loop, cancelling the reading
/// task, or letting go of the body closes the connection.
public struct FetchBody: AsyncSequence, Sendable {
  /// A chunk; the transport decides on its size.
  public typealias Element = Data
  /// ``FetchError`` or `CancellationError`.
  public typealias Failure = any Error

  fileprivate let reader: Reader

  /// An iterator over what has not been read yet; all iterators of a body share its chunks.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

  /// Reads the chunks of a body.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: Reader

    /// The next chunk, or nil at the end.
    ///
    /// - Throws: ``FetchError``; `CancellationError` where the reading task or the load is cancelled. Any error ends
    ///   the load.
    public mutating func next() async throws -> Data? {
      do {
        return try await reader.channel.next()
      } catch {
        reader.run.cancel()
        throw error
      }
    }
  }

  /// Its deinit cancels the load: so a reader that leaves the loop, or drops the body, is noticed.
  fileprivate final class Reader: Sendable {
    let channel: ChunkChannel
    let run: Run<Void>

    init(channel: ChunkChannel, run: Run<Void>) {
      self.channel = channel
      self.run = run
    }

    deinit { run.cancel() }
  }
}

extension Fetcher {
  /// The head as soon as it is there, and the body to be read. The deadline goes on over the body; a body that
  /// breaks off after its head ends with an error and is not begun anew. The body of a 304 to a condition of the request's is
  /// empty.
  ///
  /// - Parameter scope: Ends the load, also while its body is being read.
  /// - Throws: ``FetchError``; `CancellationError` where the calling task is cancelled or the scope ends.
  public func response(for request: FetchRequest, in scope: Scope? = nil) async throws -> FetchResponse {
    try Task.checkCancellation()
    let channel = ChunkChannel()
    let head = Settlement<FetchHead>()
    let errand: Errand<Void> = load(request) { callback, place in
      let sink = FetchSink(
        mayRestart: false,
        begin: { head.settle(.success($0)) },
        unchanged: { head.settle(.success($0)) },
        take: { try await channel.send($0) }
      )
      do {
        _ = try await receive(request, into: sink, at: place, report: callback.report)
      } catch let error where !(error is CancellationError) {
        channel.finish(.failure(error))
        throw error
      }
    }
    let run = errand.begin(in: scope) { run in
      run.whenSettled(on: .immediate) { outcome in
        // Not before: a reader at its end lets go of the body, which would cancel a load that is as good as done.
        guard case .failure(let error) = outcome else { return channel.finish(.success(())) }
        head.settle(.failure(error))
        channel.abort(error)
      }
    }
    let reader = FetchBody.Reader(channel: channel, run: run)
    let received = try await head.settled { run.cancel() }.get()
    return FetchResponse(head: received, body: FetchBody(reader: reader))
  }

  /// The same as an errand, for any style. Its run ends with the head, and until then ends the load where it is cancelled.
  ///
  /// From the head on the load belongs to the body, and no scope of the run ends it: reading to the end does, leaving the loop,
  /// or letting go of the body. A run has its outcome for as long as it is kept, and so its body.
  public func streamedResponse(for request: FetchRequest) -> Errand<FetchResponse> {
    Errand(name(of: request)) { try await response(for: request) }
  }
}
