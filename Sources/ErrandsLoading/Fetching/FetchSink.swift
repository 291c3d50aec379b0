import Errands
import Foundation

/// Where a load puts what arrives. Each call is awaited before more is read, which is the back-pressure.
struct FetchSink: Sendable {
  /// Whether a body that broke off may begin anew; `begin` is then called again. Not so where chunks have been
  /// handed on to a consumer that cannot take them back.
  let mayRestart: Bool
  let begin: @Sendable (FetchHead) async throws -> Void
  let take: @Sendable (Data) async throws -> Void
}

/// Gathers a body in memory.
final class FetchCollector: Sendable {
  private let collected = Lock(Data())

  var body: Data { collected.withLock { $0 } }

  @Sendable func begin(_ head: FetchHead) {
    collected.withLock { $0 = Data(capacity: Int(min(head.contentLength ?? 0, 1 << 20))) }
  }

  @Sendable func take(_ chunk: Data) {
    collected.withLock { $0.append(chunk) }
  }
}
