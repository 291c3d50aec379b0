import Errands
import Foundation

/// The chunks between a writer and a reader, as a value. Each event answers with the side to wake.
struct ChunkChannelState: Sendable {
  /// The writer waits once this many bytes lie unread; one chunk is always taken.
  private let limit: Int
  private var chunks: [Data] = []
  private var next = 0
  private var bytes = 0
  private var end: Result<Void, any Error>?
  private var reader: Settlement<Void>?
  private var writer: Settlement<Void>?

  init(limit: Int) {
    self.limit = limit
  }

  enum Turn: Sendable {
    case chunk(Data, wake: Settlement<Void>?)
    case end(Result<Void, any Error>)
    case wait(Settlement<Void>)
  }

  /// Takes a chunk, and answers with the reader to wake. After the end nothing is taken.
  mutating func write(_ chunk: Data) -> Settlement<Void>? {
    guard end == nil else { return nil }
    chunks.append(chunk)
    bytes += chunk.count
    return takeReader()
  }

  /// What the writer has to wait for before it goes on, or nil where there is room.
  mutating func waitForRoom() -> Settlement<Void>? {
    guard end == nil, bytes >= limit else { return nil }
    let waiting = writer ?? Settlement<Void>()
    writer = waiting
    return waiting
  }

  /// What was written before the end is read before it, also where the end is a failure: a body that broke
  /// off is the same, however late its reader.
  mutating func finish(_ outcome: Result<Void, any Error>) -> [Settlement<Void>] {
    guard end == nil else { return [] }
    end = outcome
    return [takeReader(), takeWriter()].compactMap { $0 }
  }

  /// Ends it with an error that comes before whatever is unread.
  mutating func abort(_ error: any Error) -> [Settlement<Void>] {
    guard end == nil else { return [] }
    (chunks, next, bytes) = ([], 0, 0)
    return finish(.failure(error))
  }

  mutating func read() -> Turn {
    guard next < chunks.count else {
      if let end { return .end(end) }
      let waiting = reader ?? Settlement<Void>()
      reader = waiting
      return .wait(waiting)
    }
    let chunk = chunks[next]
    chunks[next] = Data()
    next += 1
    bytes -= chunk.count
    if next == chunks.count {
      chunks.removeAll(keepingCapacity: true)
      next = 0
    }
    // Half, not just below the limit: a writer woken for every chunk would hop threads for every chunk.
    return .chunk(chunk, wake: bytes <= limit / 2 ? takeWriter() : nil)
  }

  private mutating func takeReader() -> Settlement<Void>? {
    defer { reader = nil }
    return reader
  }

  private mutating func takeWriter() -> Settlement<Void>? {
    defer { writer = nil }
    return writer
  }
}
