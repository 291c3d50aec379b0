import Errands
import Foundation

extension FetchError {
  /// How much of the body of a refused answer is kept with the error, in bytes.
  private static let keptBytes = 1 << 10

  /// The same error with the answer that it is about, where it is about one; the rest of the body is read if that is little.
  func with(_ response: TransportResponse) async -> FetchError {
    guard case .status = cause else { return self }
    let body = await response.body.drained(keeping: Self.keptBytes)
    return FetchError(url, cause, answer: FetchedData(head: response.head, body: body))
  }
}

extension TransportResponse {
  /// Reads what little there is of a body that nothing uses: an unread one would cost its connection.
  func drain() async {
    _ = await body.drained(keeping: 0)
  }
}

extension TransportBody {
  /// How much is read of a body that nothing uses, in bytes.
  private static let drainedBytes = 64 << 10
  /// And how long that may take, whatever clock the loads have: it is about a connection, and no load waits for it in vain.
  private static let drainTime = Duration.seconds(1)

  /// Reads what little there is of it, and gives its first bytes.
  fileprivate func drained(keeping kept: Int) async -> Data {
    let reading = Task { await beginning(kept, upTo: Self.drainedBytes) }
    let deadline = ContinuousClock().call(after: Self.drainTime) { reading.cancel() }
    defer { deadline.cancel() }
    return await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      reading.cancel()
    }
  }

  private func beginning(_ kept: Int, upTo limit: Int) async -> Data {
    var (beginning, count) = (Data(), 0)
    do {
      for try await chunk in self {
        count += chunk.count
        beginning.append(chunk.prefix(kept - beginning.count))
        guard count <= limit else { break }
      }
    } catch {
      // The answer is refused, whether or not all of its body comes.
    }
    return beginning
  }
}
