import GalleryDatabase
import Testing

/// The work fails, as the library at a path has something in this column that cannot be: that is told, to be looked at.
func expectDamage(
  of path: String,
  naming column: String,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ work: () async throws -> Void
) async {
  await #expect(sourceLocation: sourceLocation) {
    try await work()
  } throws: { error in
    guard case LibraryError.damaged(path, let reason) = error else { return false }
    return reason.contains(column)
  }
}
