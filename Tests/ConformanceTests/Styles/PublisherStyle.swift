import Errands
import ErrandsCombine

/// `errand.eventPublisher(in: scope, on: delivery)`, and a sink for the one who waits.
struct PublisherStyle: StyleUnderTest {
  let name = "publisher"
  let lacks: [Ability: String] = [
    .listening: "each subscription runs the errand anew",
    .joining: "each subscription runs the errand anew",
    .listeningInOrder: "each subscription runs the errand anew",
    .wordOfCancellation: "a subscription that is cancelled hears nothing any more",
    .chaining: "a sink is the end of its chain",
  ]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    // A subscription that nobody keeps is cancelled: this one is kept by a scope, and that by the subscription, until it
    // completes or is cancelled.
    let lifetime = Scope()
    // Not @Sendable by themselves, they would trap when they are written on the main actor and called elsewhere.
    let hear: @Sendable (RunEvent<Token>) -> Void = { [weak owner] event in owner?.hear(event) }
    let end: @Sendable (Subscribers.Completion<Never>) -> Void = { _ in withExtendedLifetime(lifetime) {} }
    errand.eventPublisher(in: scope, on: owner.place.delivery)
      .sink(in: lifetime, receiveCompletion: end, receiveValue: hear)
    return Asked(
      cancel: { lifetime.cancel() },
      follow: { for try await _ in errand.publisher().elements {} }
    )
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromPublisher { progress in errand.reporting(to: progress).publisher() }
  }
}
