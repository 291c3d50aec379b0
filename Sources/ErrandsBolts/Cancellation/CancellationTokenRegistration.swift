import Errands

/// An action that waits for a token to be cancelled. Letting go of the registration changes nothing.
public final class CancellationTokenRegistration: Sendable {
  private let place: Lock<(token: CancellationToken, number: Int)?>

  init(token: CancellationToken, number: Int?) {
    place = Lock(number.map { (token, $0) })
  }

  /// The action will not be called, and is freed. No effect where it has been called, or the second time.
  public func dispose() {
    let former = place.withLock { $0.take() }
    if let former { _ = former.token.remove(former.number) }
  }
}
