import Errands
import ErrandsEager

/// What resolves a guarantee: its end, uncalled, is the only sign that nothing will.
final class GuaranteeResolver<T: Sendable>: Sendable {
  private let guarantee: Guarantee<T>
  private let origin: CallSite

  init(_ guarantee: Guarantee<T>, origin: CallSite) {
    self.guarantee = guarantee
    self.origin = origin
  }

  deinit {
    guarantee.settle(.failure(Abandonment(origin: origin.location)))
  }

  func resolve(_ value: T) {
    guarantee.settle(.success(value))
  }
}
