import Errands

/// Tells the code that does the work that its result is not wanted any more. A ``CancellationTokenSource`` makes it,
/// and cancels it.
///
/// ```swift
/// func sizes(of photos: [Data], _ token: CancellationToken) throws -> [Int] {
///   try photos.map { photo in
///     try token.throwIfCancellationRequested()
///     return photo.count
///   }
/// }
/// ```
public final class CancellationToken: Sendable {
  private let state = Lock(CancellationTokenState())
  /// Where it waits for other tokens.
  private let links = Lock<[CancellationTokenRegistration]>([])

  init() {}

  deinit {
    // What is disposed of may hold the last reference to the token before.
    for link in links.withLock({ $0 }) { Trampoline.run(link) { $0.dispose() } }
  }

  /// Whether it has been cancelled. It stays so.
  public var cancellationRequested: Bool { state.withLock { $0.isCancelled } }

  /// How many actions it keeps.
  package var actionCount: Int { state.withLock { $0.actionCount } }

  /// Throws ``CancelledError`` where the token has been cancelled; out of a task's closure that cancels the task.
  public func throwIfCancellationRequested() throws {
    if cancellationRequested { throw CancelledError() }
  }

  /// Calls the action once, when the token is cancelled, on the thread that does it, in the order of registration;
  /// now, where it has been cancelled already. An action that blocks holds up those behind it, as in Bolts.
  ///
  /// - Returns: The way to have it not called. The token keeps the action until then.
  @preconcurrency
  @discardableResult
  public func register(_ action: @escaping @Sendable () -> Void) -> CancellationTokenRegistration {
    let number = state.withLock { $0.add(action) }
    if number == nil { action() }
    return CancellationTokenRegistration(token: self, number: number)
  }

  /// The action is handed out of the lock: what it captured may register, or dispose of, others.
  func remove(_ number: Int) -> (@Sendable () -> Void)? {
    state.withLock { $0.remove(number) }
  }

  /// Takes the actions one at a time: an action that is disposed of meanwhile is not called.
  func cancel() {
    for number in state.withLock({ $0.cancel() }) { remove(number)?() }
  }

  /// It is cancelled with the other one, too.
  func follow(_ parent: CancellationToken) {
    let link = parent.register { [weak self] in
      if let self { Trampoline.run(self) { $0.cancel() } }
    }
    links.withLock { $0.append(link) }
  }
}

/// A cancellation token as a value: no lock, no side effect.
struct CancellationTokenState: Sendable {
  private(set) var isCancelled = false
  private var actions: [Int: @Sendable () -> Void] = [:]
  private var lastNumber = 0

  var actionCount: Int { actions.count }

  /// The action's number, to remove it by; nil where it is to be called now.
  mutating func add(_ action: @escaping @Sendable () -> Void) -> Int? {
    guard !isCancelled else { return nil }
    lastNumber += 1
    actions[lastNumber] = action
    return lastNumber
  }

  /// The action, where it has not been removed before.
  mutating func remove(_ number: Int) -> (@Sendable () -> Void)? {
    actions.removeValue(forKey: number)
  }

  /// The numbers of the actions to remove and call, in the order of registration.
  mutating func cancel() -> [Int] {
    guard !isCancelled else { return [] }
    isCancelled = true
    return actions.keys.sorted()
  }
}
