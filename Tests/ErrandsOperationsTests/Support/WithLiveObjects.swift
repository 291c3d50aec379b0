import ErrandsTesting
import Testing

/// Runs a test with a register of live objects, and ends only when every one of them is gone.
func withLiveObjects(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: (LiveObjects) async throws -> Void
) async throws {
  let live = LiveObjects()
  try await body(live)
  do {
    try await live.allGone()
  } catch {
    Issue.record("still alive: \(live.names)", sourceLocation: sourceLocation)
  }
}
