public import Errands

extension Executor {
  /// Wherever the core delivers to: an actor, say.
  public static func delivery(_ delivery: Delivery) -> Executor {
    .escapingClosure { body in
      let body = Body(call: body)
      delivery.call { body.call() }
    }
  }

  private struct Body: @unchecked Sendable {
    // Sendable: what an executor is given is, though the type that Bolts gives it does not say so.
    let call: () -> Void
  }
}
