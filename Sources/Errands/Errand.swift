/// A description of asynchronous work: a value, cold. Making one starts nothing; running it twice does the work
/// twice.
///
/// ```swift
/// let greeting = Errand { try await fetchGreeting() }
///
/// let text = try await greeting.value()
/// greeting.run(in: scope) { outcome in print(outcome) }
/// for await event in greeting.events() { print(event) }
/// ```
public struct Errand<Value: Sendable>: Sendable {
  /// What the errand is called in the trace, and in `description` of errors that speak of it.
  public var name: String { label.description }
  private let label: Label
  private let start: @Sendable (Callback<Value>) -> Void

  package init(
    name: String?,
    origin: SourceLocation,
    start: @escaping @Sendable (Callback<Value>) -> Void
  ) {
    self.init(label: Label(name: name, origin: origin), start: start)
  }

  private init(label: Label, start: @escaping @Sendable (Callback<Value>) -> Void) {
    self.label = label
    self.start = start
  }

  /// The same errand begun in another way: `begin` is given the run's callback and the start it had.
  func starting(
    _ begin: @escaping @Sendable (Callback<Value>, _ start: (Callback<Value>) -> Void) -> Void
  ) -> Errand {
    Errand(label: label) { [start] callback in begin(callback, start) }
  }

  /// An errand whose outcome is handed over by a callback. What `start` throws settles the run too.
  ///
  /// - Parameters:
  ///   - name: What the errand is called in the trace; by default its source line.
  ///   - start: Begins the work. It is called once a run, by whoever runs the errand.
  public static func fromCallback(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ start: @escaping @Sendable (Callback<Value>) throws -> Void
  ) -> Errand {
    Errand(name: name, origin: SourceLocation(fileID: fileID, line: line)) { callback in
      do { try start(callback) } catch { callback.fail(error) }
    }
  }

  /// Starts the work.
  ///
  /// - Parameter scope: The lifetime to tie it to. Where the scope has ended, the run settles as cancelled and
  ///   the work never starts.
  /// - Returns: The run. The work goes on if you let go of it.
  @discardableResult
  public func run(in scope: Scope? = nil) -> Run<Value> {
    begin(in: scope) { _ in }
  }

  /// Starts the work after `prepare` has registered its handlers, so that they miss nothing.
  package func begin(in scope: Scope?, prepare: (Run<Value>) -> Void) -> Run<Value> {
    begin(in: scope?.registry, prepare: prepare)
  }

  /// As above, for those who must not keep the scope alive while they wait.
  func begin(in registry: ScopeRegistry?, prepare: (Run<Value>) -> Void) -> Run<Value> {
    let run = Run<Value>(label: label, registry: registry)
    prepare(run)
    if let registry, !registry.add(run, id: run.id) {
      run.cancel()
      return run
    }
    // The scope may have ended in between.
    guard run.outcome == nil else { return run }
    run.trace(.started)
    start(Callback(run: run, origin: label.origin))
    return run
  }
}
