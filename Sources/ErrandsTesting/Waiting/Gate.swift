import Errands

/// Holds tasks back until it is opened, once and for all.
///
/// A test puts a gate where it would otherwise have to sleep: the code under test waits at the gate, the test
/// looks around, and then opens it.
///
/// ```swift
/// let gate = Gate()
/// let task = Task {
///   try await gate.wait()
///   return "loaded"
/// }
/// #expect(!gate.isOpen)
/// gate.open()
/// #expect(try await task.value == "loaded")
/// ```
public final class Gate: Sendable {
  private let opened = Monitor(false)

  /// A closed gate.
  public init() {}

  /// Whether ``open()`` has been called.
  public var isOpen: Bool {
    opened.read { $0 }
  }

  /// Lets the waiting tasks through, in the order in which they came, and every later one at once. Opening an open
  /// gate has no effect.
  public func open() {
    opened.update { $0 = true }
  }

  /// Waits until the gate is open; returns at once if it is.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled while the gate is closed.
  public func wait() async throws {
    try await opened.wait { $0 }
  }
}
