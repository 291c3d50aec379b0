import Errands
import Foundation

/// An ordered, bounded channel of chunks from one writer to one reader.
package final class ChunkChannel: Sendable {
  private let state: Lock<ChunkChannelState>

  /// - Parameter limit: How many bytes may lie unread before the writer waits; one chunk is always taken.
  package init(limit: Int = 256 << 10) {
    state = Lock(ChunkChannelState(limit: limit))
  }

  /// Writes a chunk and waits for room, for a writer that is a task.
  package func send(_ chunk: Data) async throws {
    guard let room = write(chunk) else { return }
    try await room.value()
  }

  /// Writes a chunk, for a writer that cannot wait; it is to pause until what is answered has settled.
  func write(_ chunk: Data) -> Settlement<Void>? {
    let (reader, room) = state.withLock { ($0.write(chunk), $0.waitForRoom()) }
    reader?.settle(.success(()))
    return room
  }

  /// Ends the channel behind what has been written.
  package func finish(_ outcome: Result<Void, any Error>) {
    for waiting in state.withLock({ $0.finish(outcome) }) { waiting.settle(.success(())) }
  }

  /// Ends the channel now; what is unread is let go of.
  package func abort(_ error: any Error) {
    for waiting in state.withLock({ $0.abort(error) }) { waiting.settle(.success(())) }
  }

  /// The next chunk, or nil at the end. A cancelled reader gets `CancellationError` at once.
  package func next() async throws -> Data? {
    try Task.checkCancellation()
    while true {
      switch state.withLock({ $0.read() }) {
      case .chunk(let chunk, let writer):
        writer?.settle(.success(()))
        return chunk
      case .end(let outcome):
        try outcome.get()
        return nil
      case .wait(let arrival):
        try await arrival.value()
      }
    }
  }
}
