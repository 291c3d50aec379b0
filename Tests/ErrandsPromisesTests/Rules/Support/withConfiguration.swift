import ErrandsPromises

/// Changes what holds for the whole process, for as long as `body` runs. The suites that do so are serialized, and
/// so is the whole run.
func withConfiguration<Answer>(
  isolation: isolated (any Actor)? = #isolation,
  _ change: (inout PMKConfiguration) -> Void,
  _ body: () async throws -> Answer
) async rethrows -> Answer {
  let former = conf
  defer { conf = former }
  change(&conf)
  return try await body()
}
