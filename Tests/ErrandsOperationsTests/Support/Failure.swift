/// An error with an identity.
final class Failure: Error, Sendable {
  /// Whether the error is this very object.
  func isSame(as error: (any Error)?) -> Bool {
    (error as? Failure).map(ObjectIdentifier.init) == ObjectIdentifier(self)
  }
}
