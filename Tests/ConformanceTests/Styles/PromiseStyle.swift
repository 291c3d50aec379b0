import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting

/// `errand.promise(in: scope)`, and `tap(on: queue)` for the one who waits.
struct PromiseStyle: StyleUnderTest {
  let name = "promise"
  let lacks: [Ability: String] = [:]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let promise = errand.promise(in: scope)
    promise.onProgress(on: owner.place.delivery) { [weak owner] in owner?.hear($0) }
    let tap: @Sendable (Owner) -> Promise<Token> = { owner in
      let place = owner.place
      let hear: @Sendable (ErrandsPromises.Result<Token>) -> Void = { [weak owner] in owner?.hear($0) }
      return place.isForeign ? promise.tap(on: place.delivery, hear) : promise.tap(on: place.queue, hear)
    }
    let next = tap(owner)
    return Asked(
      cancel: { promise.cancel() },
      listen: { _ = tap($0) },
      waits: waits(for: promise),
      follow: { _ = try await promise.async() },
      behind: { _ = try await next.async() }
    )
  }

  private func waits(for promise: Promise<Token>) -> [Wait] {
    [
      Wait("a task that awaits") { await outcomeOf { try await promise.async() }.bridged },
      Wait("a thread that waits") {
        let seen = Kept<Swift.Result<Token, any Error>>()
        await onThread { seen.set(Swift.Result { try promise.wait() }) }
        return (seen.value ?? .failure(AbandonedError(origin: nil))).bridged
      },
      Wait("a promise that depends on it") {
        await outcomeOf { try await promise.map(on: nil) { $0 }.async() }.bridged
      },
    ]
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromPromise { errand.promise() }
  }
}

extension Swift.Result<Token, any Error> {
  /// A promise that was cancelled says so in PromiseKit's way.
  fileprivate var bridged: Self {
    if case .failure(PMKError.cancelled) = self { .failure(CancellationError()) } else { self }
  }
}

extension Owner {
  fileprivate func hear(_ result: ErrandsPromises.Result<Token>) {
    switch result {
    case .fulfilled(let value): hear(.success(value))
    case .rejected(PMKError.cancelled): hear(.failure(CancellationError()))
    case .rejected(let error): hear(.failure(error))
    }
  }
}
