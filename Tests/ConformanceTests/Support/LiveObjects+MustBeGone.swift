import ErrandsTesting

extension LiveObjects {
  /// Fails where anything stays alive, and says what.
  func mustBeGone() async throws {
    do {
      try await patiently("the end of every object") { try await self.allGone() }
    } catch {
      throw Violation("\(error): still alive \(names)")
    }
  }
}
