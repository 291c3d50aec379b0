import ErrandsTesting
import Testing

/// Tries every interleaving, and says how many there were. A scenario without any is no scenario.
func everyInterleaving(
  preemptions: Int = 2,
  atLeast least: Int = 10,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ prepare: @escaping @Sendable (Scenario) throws -> Void
) async throws {
  let exploration = try await Explorer.explore(preemptions: preemptions, prepare)
  #expect(exploration.schedules >= least, sourceLocation: sourceLocation)
  print("  \(exploration)")
}
