import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

enum Locals {
  @TaskLocal static var name = "none"
}

@Suite("The task-local values of whoever runs an errand")
struct TaskContextTests {
  private static func made(_ name: String) -> TaskContext {
    Locals.$name.withValue(name) { TaskContext() }
  }

  @Test("are there inside the context, on whichever thread, and not outside of it", .timeLimit(.minutes(1)))
  func inside() async {
    let heard = Events<String>()
    let context = Self.made("runner")
    await onThread {
      heard.record(Locals.name)
      context.call { heard.record(Locals.name) }
      heard.record(Locals.name)
    }
    #expect(heard.all == ["none", "runner", "none"])
  }

  @Test("of one context lie inside those of another one, and are theirs again behind it")
  func nested() {
    let heard = Events<String>()
    let inner = Self.made("inner")
    Self.made("outer").call {
      inner.call { heard.record(Locals.name) }
      heard.record(Locals.name)
      Locals.$name.withValue("bound") { heard.record(Locals.name) }
    }
    #expect(heard.all == ["inner", "outer", "bound"])
  }

  @Test("are inherited by a task that is made inside", .timeLimit(.minutes(1)))
  func inherited() async throws {
    let heard = Events<String>()
    Self.made("runner").call { Task { heard.record(Locals.name) } }
    #expect(try await heard.event(1) == "runner")
  }

  @Test("are used once: what is called later is called as it stands")
  func once() {
    let heard = Events<String>()
    let context = Self.made("runner")
    for _ in 1...2 { context.call { heard.record(Locals.name) } }
    #expect(heard.all == ["runner", "none"])
  }

  private final class Value: Sendable {
    @TaskLocal static var object: (any AnyObject & Sendable)?
  }

  @Test("are let go of with a context that is not used", .timeLimit(.minutes(1)))
  func unused() async throws {
    try await withLiveObjects { live in
      _ = Value.$object.withValue(live.object("bound")) { TaskContext() }
      Value.$object.withValue(live.object("used")) { TaskContext() }.call {}
    }
  }
}
