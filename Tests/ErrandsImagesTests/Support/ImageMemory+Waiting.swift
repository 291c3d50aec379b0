@testable import ErrandsImages

extension ImageMemory {
  /// Waits until no more than so many bytes are in use. A thread that has ended its work, and a task that was cancelled,
  /// let go of their pixels a moment later; a leak never does, and runs into the test's time limit.
  static func returns(to bytes: Int) async throws {
    while bytesInUse > bytes {
      // Without this the leak would hang the whole suite instead.
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
