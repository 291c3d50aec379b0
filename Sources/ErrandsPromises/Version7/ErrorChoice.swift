/// Picks the error that equals this one.
func equals<E: Error & Equatable>(_ wanted: E) -> @Sendable (any Error) -> E? {
  { error in (error as? E).flatMap { $0 == wanted ? $0 : nil } }
}

/// Picks errors of this type that the policy admits.
func isOf<E: Error>(_ type: E.Type, _ policy: CatchPolicy) -> @Sendable (any Error) -> E? {
  { error in policy.admits(error) ? error as? E : nil }
}
