import Errands
import Foundation

/// Gathers a body in memory, and stores it in a cache where there is one that keeps it.
final class FetchCollector: Sendable {
  private struct State {
    var body = Data()
    /// The length that the head has told, as far as memory is set aside for it.
    var expected = 0
    var writer: CacheWriter?

    /// The first chunk is kept as it came, which is all there is of most bodies: to set aside memory for each of them and
    /// copy it there cost a tenth of a load.
    mutating func append(_ chunk: Data) {
      guard !body.isEmpty else {
        // The first byte of an answer has the place 0, whatever the transport has cut the chunk out of.
        body = chunk.startIndex == 0 ? chunk : chunk.subdata(in: chunk.startIndex..<chunk.endIndex)
        return
      }
      if body.count < expected {
        var whole = Data(capacity: expected)
        whole.append(body)
        (body, expected) = (whole, 0)
      }
      body.append(chunk)
    }
  }

  private let state = Lock(State())
  private let keepsBody: Bool
  private let writer: @Sendable (FetchHead) -> CacheWriter?

  /// - Parameter keepsBody: False where it is stored alone.
  init(keepsBody: Bool, _ writer: @escaping @Sendable (FetchHead) -> CacheWriter?) {
    self.keepsBody = keepsBody
    self.writer = writer
  }

  /// Where a load puts what it receives.
  func sink(telling observer: (@Sendable (BodyGrowth) -> Void)?) -> FetchSink {
    guard let observer else { return FetchSink(mayRestart: true, begin: begin, take: take) }
    return FetchSink(
      mayRestart: true,
      begin: {
        self.begin($0)
        observer(.began($0))
      },
      take: {
        await self.take($0)
        observer(.grew($0))
      }
    )
  }

  /// A body begins, once more where a try before has failed.
  @Sendable func begin(_ head: FetchHead) {
    replace(with: State(expected: Int(min(head.contentLength ?? 0, 1 << 20)), writer: writer(head)))
  }

  /// The next piece of it.
  @Sendable func take(_ chunk: Data) async {
    let writer = state.withLock { state in
      if keepsBody { state.append(chunk) }
      return state.writer
    }
    await writer?.write(chunk)
  }

  /// The body is whole.
  ///
  /// - Parameter willStore: Called where there is somewhere to store it.
  func finish(_ head: FetchHead, willStore: @Sendable () -> Void) async -> FetchedData {
    // What has not changed has no body: what there is belongs to a try that broke off.
    if head.status == 304 { replace(with: State()) }
    let (body, writer) = state.withLock { ($0.body, $0.writer) }
    guard let writer else { return FetchedData(head: head, body: body) }
    willStore()
    var status = CacheStatus(.forwarded(.miss))
    status.isStored = await writer.commit()
    status.remainingLifetime = writer.remainingLifetime
    status.mayBeKept = true
    return FetchedData(head: head, body: body, cacheStatus: status)
  }

  private func replace(with next: State) {
    let former = state.withLock { state in
      defer { state = next }
      return state
    }
    former.writer?.abandon()
  }
}
