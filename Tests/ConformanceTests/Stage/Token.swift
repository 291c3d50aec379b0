import ErrandsTesting

/// A value with an identity, which is missed when it stays alive.
final class Token: Sendable {
  private let probe: LiveObjects.Object

  init(_ live: LiveObjects) {
    probe = live.object("value")
  }
}
