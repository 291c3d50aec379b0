import ErrandsTesting
import Foundation

@testable import ErrandsOperations

extension AnyAsyncOperation {
  /// Waits until it has ended, and gives its error where it has one.
  func ended() async throws -> (any Error)? {
    let ends = Events<(any Error)?>()
    whenEnded { ends.record($0) }
    return try await ends.event(1)
  }
}

extension Operation {
  /// Waits until it has finished, by Foundation's account.
  func finished() async throws {
    let ends = Gate()
    whenFinished { _ in ends.open() }
    try await ends.wait()
  }
}
