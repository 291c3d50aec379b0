/// A description of asynchronous work: a value, cold. Making one starts nothing; running it twice does the
/// work twice.
///
/// ```swift
/// let greeting = Errand { try await fetchGreeting() }
///
/// let text = try await greeting.value()
/// greeting.run(in: scope) { outcome in print(outcome) }
/// for await event in greeting.events() { print(event) }
/// ```
public struct Errand<Value: Sendable>: Sendable {
  @usableFromInline let label: Label
  @usableFromInline let work: Work<Value>

  @inlinable
  init(label: Label, work: Work<Value>) {
    self.label = label
    self.work = work
  }

  /// What the errand is called in the trace; its source line where it was given no name.
  public var name: String { label.description }

  /// An errand whose outcome is handed over by a callback. What `start` throws settles the run too.
  ///
  /// - Parameters:
  ///   - name: What the errand is called in the trace; by default its source line.
  ///   - start: Begins the work. It is called once a run, by the thread that begins the run.
  @inlinable
  public static func fromCallback(
    _ name: String? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ start: @escaping @Sendable (Callback<Value>) throws -> Void
  ) -> Errand {
    Errand(name: name, origin: SourceLocation(fileID: fileID, line: line), start: start)
  }

  @inlinable
  package init(
    name: String?,
    origin: SourceLocation,
    start: @escaping @Sendable (Callback<Value>) throws -> Void
  ) {
    self.init(label: Label(name: name, origin: origin), work: .callback(start))
  }

  /// An errand that has its value already.
  @inlinable
  public static func success(
    _ value: Value,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand {
    let origin = SourceLocation(fileID: fileID, line: line)
    return Errand(label: Label(name: nil, origin: origin), work: .settled(ValueBox(.success(value))))
  }

  /// An errand that fails with this error.
  @inlinable
  public static func failure(
    _ error: any Error,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> Errand {
    let origin = SourceLocation(fileID: fileID, line: line)
    return Errand(label: Label(name: nil, origin: origin), work: .settled(ValueBox(.failure(error))))
  }

  /// Starts the work.
  ///
  /// - Parameter scope: The lifetime to tie it to. Where the scope has ended, the run settles as cancelled
  ///   and the work never starts.
  /// - Returns: The run. The work goes on if you let go of it.
  @inlinable @inline(__always)
  @discardableResult
  public func run(in scope: Scope? = nil) -> Run<Value> {
    begin(in: scope) { _ in }
  }

  /// Starts the work after `prepare` has registered its handlers, so that they miss nothing.
  @inlinable @inline(__always)
  package func begin(in scope: Scope?, prepare: (Run<Value>) -> Void) -> Run<Value> {
    begin(under: scope?.registry, prepare: prepare)
  }

  /// As above, for a caller that must not keep the scope alive while it waits.
  ///
  /// Compiled into its callers, as all of the way from there to the work is: an errand that is made and run
  /// in one place needs no object for its function then, nor for the callback.
  @inlinable @inline(__always)
  func begin(under registry: ScopeRegistry?, prepare: (Run<Value>) -> Void) -> Run<Value> {
    let run = Run<Value>(label: label, registry: registry)
    prepare(run)
    if registry == nil || run.enterScope() { run.start(work) }
    return run
  }
}
