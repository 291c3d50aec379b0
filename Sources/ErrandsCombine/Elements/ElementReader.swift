import Errands

/// Belongs to one iterator; its deinit cancels the subscription: so a reader that leaves the loop is noticed.
@usableFromInline
final class ElementReader<Element: Sendable, Failure: Error>: Sendable {
  private let buffer: ElementBuffer<Element, Failure>

  init(_ buffer: ElementBuffer<Element, Failure>) {
    self.buffer = buffer
  }

  deinit { buffer.cancel() }

  @usableFromInline
  func cancel() { buffer.cancel() }

  /// The values that have come, the first one last; none where there are no more.
  @usableFromInline
  func nextBatch() async throws(Failure) -> [Element] {
    while true {
      switch buffer.take() {
      case .elements(let elements): return elements
      case .completed(.finished): return []
      case .completed(.failure(let error)): throw error
      case .wait(let arrival): _ = await arrival.settled { self.buffer.cancel() }
      }
    }
  }
}
