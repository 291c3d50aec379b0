/// Many handlers of one cell: what follows from one of them is done before the next one is called.
@usableFromInline
final class EagerTurn<Value: Sendable>: @unchecked Sendable {
  // Sendable: only the thread whose cascade it is part of ever sees it.
  @usableFromInline typealias Handler = @Sendable (Result<Value, any Error>) -> Void

  private let handlers: [Handler]
  private let outcome: Result<Value, any Error>
  private var next = 0

  @usableFromInline
  init(_ handlers: SettlementState<Value>.Handlers, outcome: Result<Value, any Error>) {
    self.handlers = handlers.all
    self.outcome = outcome
  }

  @usableFromInline
  func take() {
    let handler = handlers[next]
    next += 1
    if next < handlers.count { Cascade.follow(self) { $0.take() } }
    handler(outcome)
  }
}
