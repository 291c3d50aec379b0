import Errands

/// Counts objects that are alive, so that a leak fails a test loudly and by name.
///
/// ```swift
/// let live = LiveObjects()
/// let task = Task { [owner = live.object("owner")] in owner.name }
/// #expect(await task.value == "owner")
/// try await live.allGone()
/// ```
public final class LiveObjects: Sendable {
  let counts = Monitor<[String: Int]>([:])

  /// A counter at zero.
  public init() {}

  /// How many objects are alive.
  public var count: Int {
    counts.read { $0.values.reduce(0, +) }
  }

  /// What is alive: names, and how many objects bear each.
  public var names: [String: Int] {
    counts.read { $0 }
  }

  /// A new object, counted under this name until it is freed.
  public func object(_ name: String) -> Object {
    Object(name, in: self)
  }

  /// Waits, by event, until no object is alive. A leak never gets there: give the test a time limit, and look
  /// at ``names`` to learn what leaked.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func allGone() async throws {
    try await counts.wait { $0.isEmpty }
  }
}
