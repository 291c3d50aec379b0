import GalleryConnections
import Hummingbird

extension Request {
  /// Runs `work`, and cancels it when the client closes its connection.
  ///
  /// - Throws: ``ClientLeft`` where that happened, `CancellationError` where the server ends, and what `work`
  ///   throws.
  func untilClientLeaves<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    guard let connection = Connection.current else { return try await work() }
    return try await withoutActuallyEscaping(work) { work in
      let work = Handed(value: work)
      return try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work.value() }
        group.addTask {
          await connection.untilClientLeaves()
          try Task.checkCancellation()
          throw ClientLeft()
        }
        guard let value = try await group.next() else { throw ClientLeft() }
        return value
      }
    }
  }
}

/// The client does not wait for the answer any more.
struct ClientLeft: Error {}

/// Sendable: it is handed to one task, and its owner waits for that task's end.
private struct Handed<Value>: @unchecked Sendable {
  let value: Value
}
