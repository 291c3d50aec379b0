import ErrandsPromises
import ErrandsTesting

/// Pending promises, and what is heard of them.
final class Downloads: Sendable {
  let promises: [Promise<Int>]
  let seals: [Resolver<Int>]
  /// The numbers of those that have been cancelled.
  let stopped = Events<Int>()

  init(_ count: Int) {
    let pending = (0..<count).map { _ in Promise<Int>.pending() }
    promises = pending.map(\.promise)
    seals = pending.map(\.resolver)
    for (number, seal) in seals.enumerated() {
      seal.onCancel { [stopped] in stopped.record(number) }
    }
  }

  subscript(number: Int) -> Promise<Int> { promises[number] }
}
