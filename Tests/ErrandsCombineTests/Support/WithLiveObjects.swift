import ErrandsTesting
import Testing

/// Runs a test with a register of live objects, and ends only when every one of them is gone.
@discardableResult
func withLiveObjects<Answer: Sendable>(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: (LiveObjects) async throws -> Answer
) async throws -> Answer {
  let live = LiveObjects()
  let answer = try await body(live)
  do {
    try await live.allGone()
  } catch {
    Issue.record("still alive: \(live.names)", sourceLocation: sourceLocation)
  }
  return answer
}
