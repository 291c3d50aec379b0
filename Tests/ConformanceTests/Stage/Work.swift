import Dispatch
import Errands
import ErrandsTesting

/// Work that does what a script says, and draws what it notices.
final class Work: Sendable {
  enum Kind: Sendable {
    /// Code with a callback, which a test has called.
    case callback
    /// An asynchronous function.
    case function
    /// Code that has the answer before it is asked.
    case atOnce
  }

  let answers: Kept<Answers>
  /// The line on which it draws what it notices.
  let noticed = Line()
  let live: LiveObjects
  /// What the work holds while it is under way.
  let captured = LiveObjects()
  private let kind: Kind
  private let name: String?
  private let starts = Events<Int>()
  private let hasBegun = DispatchSemaphore(value: 0)
  private let callbacks = Kept<Callback<Token>>()
  private let orders = AsyncStream<Order>.makeStream()

  private enum Order: Sendable { case report(Int64), settle(Result<Token, any Error>) }

  /// - Parameter name: What its runs are called in the trace.
  init(_ kind: Kind, _ name: String? = nil, live: LiveObjects) {
    self.kind = kind
    self.name = name
    self.live = live
    answers = Kept(Answers(live))
  }

  var errand: Errand<Token> {
    switch kind {
    case .callback: .fromCallback(name) { self.start($0) }
    case .atOnce:
      .fromCallback(name) {
        self.start($0)
        self.succeed()
      }
    case .function: Errand(name) { try await self.follow($0) }
    }
  }

  func hasStarted(times: Int = 1) async throws { _ = try await starts.event(times) }

  /// Waits until the work has noticed so many things.
  func notices(_ count: Int) async throws {
    try await patiently("what the work has to notice") { [noticed] in try await noticed.reaches(count) }
  }

  /// For a thread of a race, which goes on in the moment in which the work starts. Gives up where patience ends.
  func waitUntilStarted() {
    _ = hasBegun.wait(timeout: .now() + .seconds(Int(Sizes.patience.components.seconds)))
  }

  func report(_ units: Int64, of total: Int64? = 9) {
    switch kind {
    case .callback, .atOnce: callbacks.value?.report(completed: units, total: total)
    case .function: orders.continuation.yield(.report(units))
    }
  }

  func succeed() {
    if let answers = answers.value { settle(.success(answers.value)) }
  }

  func fail() {
    if let answers = answers.value { settle(.failure(answers.error)) }
  }

  /// Lets go of the callback, called or not.
  func abandon() { callbacks.letGo() }

  /// Lets go of everything that it may have handed to others.
  func end() {
    abandon()
    answers.letGo()
    orders.continuation.finish()
  }

  /// Draws `!` where the settlement came too late.
  private func settle(_ outcome: Result<Token, any Error>) {
    switch kind {
    case .callback, .atOnce:
      if callbacks.value?(outcome) == false { noticed.draw("!") }
    case .function: orders.continuation.yield(.settle(outcome))
    }
  }

  private func begin() {
    starts.record(1)
    hasBegun.signal()
  }

  private func start(_ callback: Callback<Token>) {
    noticed.draw(">")
    let object = captured.object("work")
    callback.onCancel { [noticed] in withExtendedLifetime(object) { noticed.draw("c") } }
    callback.keepAlive(captured.object("kept"))
    callbacks.set(callback)
    begin()
  }

  private func follow(_ progress: ProgressReporter) async throws -> Token {
    let object = captured.object("work")
    defer { withExtendedLifetime(object) {} }
    noticed.draw(">")
    begin()
    return try await withTaskCancellationHandler {
      for await order in orders.stream {
        switch order {
        case .report(let units): progress(completed: units, total: 9)
        case .settle(let outcome): return try outcome.get()
        }
      }
      throw CancellationError()
    } onCancel: {
      noticed.draw("c")
    }
  }
}
