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
