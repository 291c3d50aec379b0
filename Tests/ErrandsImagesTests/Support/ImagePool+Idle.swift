import Dispatch

@testable import ErrandsImages

extension ImagePool {
  /// Returns when every thread has left the job it was at, with all that the job held: one job for each
  /// thread, none of which ends before all have begun.
  func becomeIdle() async throws {
    let begun = DispatchGroup()
    for _ in 0..<places { begun.enter() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<places {
        group.addTask {
          try await self.run { _ in
            begun.leave()
            begun.wait()
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
