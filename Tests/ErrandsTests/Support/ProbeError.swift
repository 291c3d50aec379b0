import ErrandsTesting

/// An error with an identity, which carries a live object.
final class ProbeError: Error, Sendable {
  private let probe: LiveObjects.Object

  init(_ live: LiveObjects) {
    probe = live.object("error")
  }
}
