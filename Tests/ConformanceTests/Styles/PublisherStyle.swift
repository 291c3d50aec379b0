import Errands
import ErrandsCombine

/// `errand.eventPublisher(in: scope, on: delivery)`, and a sink for the one who waits.
struct PublisherStyle: StyleUnderTest {
  let name = "publisher"
  let lacks: [Ability: String] = [
    .listening: "each subscription runs the errand anew",
    .listeningInOrder: "each subscription runs the errand anew",
    .wordOfCancellation: "a subscription that is cancelled hears nothing any more",
  ]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let subscription = SafeCancellable(
      errand.eventPublisher(in: scope, on: owner.place.delivery)
        // Not @Sendable by itself, it would trap when it is written on the main actor and called elsewhere.
        .sink { @Sendable [weak owner] event in owner?.hear(event) }
    )
    return Asked { subscription.cancel() }
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromPublisher { progress in errand.reporting(to: progress).publisher() }
  }
}
