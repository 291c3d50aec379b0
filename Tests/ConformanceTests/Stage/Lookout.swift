import Errands
import ErrandsTesting

/// Code that looks whose task-local values it has, behind whatever goes on upon strangers' threads: other
/// work, a clock and a queue.
final class Lookout: Sendable {
  @TaskLocal private static var caller = "nobody"

  /// Where the strangers' clock makes somebody wait, it goes on by two seconds.
  let clock = VirtualClock()
  private let queue = WorkQueue(limit: 1)
  private let entered = Events<Void>()
  private let work = Work(.callback, live: LiveObjects())
  private let heard = Line()
  private let seen = Events<String>()

  init() { queue.isSuspended = true }

  /// Work that a stranger ends.
  var strangers: Errand<Token> { work.errand }

  /// Work that is ended by its cancellation.
  var endless: Errand<Token> {
    .fromCallback { callback in
      let kept = Kept(callback)
      callback.onCancel { kept.letGo() }
    }
  }

  var looking: Errand<Token> { .fromCallback { callback in callback.succeed(try self.look()) } }
  var lookingInTask: Errand<Token> { Errand { try self.look() } }

  /// Fails the first time.
  var lookingTwice: Errand<Token> {
    .fromCallback { callback in
      let token = try self.look()
      if self.seen.count == 1 { throw Violation("once") }
      callback.succeed(token)
    }
  }

  func look() throws -> Token {
    seen.record(Self.caller)
    guard let answers = work.answers.value else { throw Violation("looked after the end") }
    return answers.value
  }

  /// The same work in a queue which a stranger lets go on when the work has come.
  func waiting(_ errand: Errand<Token>) -> Errand<Token> {
    .fromCallback { callback in
      let run = errand.on(self.queue).run(on: .immediate) { callback($0) }
      callback.onCancel { run.cancel() }
      self.entered.record(())
    }
  }

  /// Has somebody ask for the errand, whose values have to be seen as often as it looks.
  func mustSeeCaller(times: Int = 1, in errand: Errand<Token>, askedFor style: any StyleUnderTest)
    async throws
  {
    let owner = Kept(Owner(of: work, at: .queue(Desk()), hearing: heard))
    let asked = Kept<Asked>()
    if let owner = owner.value {
      Self.$caller.withValue("the caller") { asked.set(style.ask(errand, for: owner, in: nil)) }
    }
    let strangers = beginStrangers()
    defer { for stranger in strangers { stranger.cancel() } }
    try await patiently("the outcome") { try await self.heard.reaches(1) }
    asked.letGo()
    owner.letGo()
    work.end()
    try await work.live.mustBeGone()
    try requireEqual("the values seen", seen.all, Array(repeating: "the caller", count: times))
    try requireEqual("the owner was told", heard.text, "v")
  }

  private func beginStrangers() -> [Task<Void, any Error>] {
    [
      Task {
        for number in 1... {
          try await self.work.hasStarted(times: number)
          await Self.stranger { self.work.succeed() }
        }
      },
      Task {
        try await self.clock.sleepers(atLeast: 1)
        await Self.stranger { self.clock.advance(by: .seconds(2)) }
      },
      Task {
        _ = try await self.entered.event(1)
        await Self.stranger { self.queue.isSuspended = false }
      },
    ]
  }

  /// On a thread of its own, with values of its own.
  private static func stranger(_ body: @escaping @Sendable () -> Void) async {
    await onThread { $caller.withValue("a stranger", operation: body) }
  }
}
