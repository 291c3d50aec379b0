import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

@Suite("Subscriptions in a scope", .timeLimit(.minutes(1)))
struct ScopeTests {
  @Test("Law 3: The scope's end cancels them, by cancel or by its owner's death", arguments: [true, false])
  func end(byCancel: Bool) {
    let seen = Events<Int>()
    let source = Source<Int, Never>()
    var scope: Scope? = Scope()
    if let scope {
      source.sink { seen.record($0) }.store(in: scope)
      source.sink(in: scope) { seen.record($0 * 10) }
      #expect(scope.runCount == 2)
    }
    source.send(1)
    if byCancel { scope?.cancel() }
    scope = nil
    source.send(2)
    #expect(scope == nil)
    #expect(seen.all.sorted() == [1, 10])
  }

  @Test("In a scope that has ended they are cancelled at once")
  func ended() {
    let seen = Events<String>()
    let scope = Scope()
    scope.cancel()
    SafeCancellable { seen.record("cancelled") }.store(in: scope)
    Just(1).sink(in: scope) { _ in seen.record("never") }
    #expect(seen.all == ["cancelled"])
    #expect(scope.runCount == 0)
  }

  @Test("One that is cancelled, or whose publisher completes, leaves the scope")
  func leaves() {
    let scope = Scope()
    let safe = SafeCancellable {}
    safe.store(in: scope)
    let source = Source<Int, Never>()
    let ends = Events<String>()
    source.sink(in: scope, receiveCompletion: { _ in ends.record("end") }, receiveValue: { _ in })
    let cancelled = source.sink(in: scope) { _ in }
    #expect(scope.runCount == 3)
    safe.cancel()
    #expect(scope.runCount == 2)
    cancelled.cancel()
    #expect(scope.runCount == 1)
    source.finish()
    #expect(scope.runCount == 0)
    #expect(ends.all == ["end"])
  }

  @Test("One and the same may be stored in two scopes; the first end cancels it")
  func two() {
    let scopes = [Scope(), Scope()]
    let safe = SafeCancellable {}
    for scope in scopes { safe.store(in: scope) }
    scopes[0].cancel()
    #expect(safe.isCancelled)
    #expect(scopes[1].runCount == 0)
  }

  @Test("Owner, scope, source and subscription go in every order, and nothing is left", arguments: 0..<24)
  func orders(number: Int) async throws {
    try await withLiveObjects { live in
      let source = Kept(Source<Int, Never>())
      let scope = Kept(Scope())
      let owner = Kept(live.object("owner"))
      let subscription = Kept<any Errands.Cancellable & Sendable>()
      if let scope = scope.value, let source = source.value {
        subscription.set(
          source.withUnretained(live.object("gone")).sink(in: scope) { [object = live.object("sink")] _ in
            _ = object
          }
        )
        source.withUnretained(owner.value ?? live.object("none")).sink { _ in }.store(in: scope)
        source.send(1)
      }
      let steps: [@Sendable () -> Void] = [
        { source.letGo() }, { scope.letGo() }, { owner.letGo() }, { subscription.take()?.cancel() },
      ]
      var left = Array(steps.indices)
      var code = number
      while !left.isEmpty {
        steps[left.remove(at: code % left.count)]()
        code /= left.count + 1
        source.value?.send(2)
      }
    }
  }
}
