import ErrandsTesting

/// An error with an identity, which is missed when it stays alive.
final class TokenError: Error, Sendable {
  private let probe: LiveObjects.Object

  init(_ live: LiveObjects) {
    probe = live.object("error")
  }
}
