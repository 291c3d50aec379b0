/// Calls `body` with a register of live objects, and returns only when every one of them is gone: a leak anywhere
/// fails the test that made it, and says what leaked.
///
/// ```swift
/// try await withLiveObjects { live in
///   let task = Task { [owner = live.object("owner")] in owner.name }
///   #expect(await task.value == "owner")
/// }
/// ```
///
/// - Throws: What `body` throws; ``StillAliveError`` where the task is cancelled before all are gone, as a time limit
///   does.
@discardableResult
public func withLiveObjects<Answer: Sendable>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (LiveObjects) async throws -> Answer
) async throws -> Answer {
  let live = LiveObjects()
  let answer = try await body(live)
  do {
    try await live.allGone()
  } catch {
    throw StillAliveError(names: live.names)
  }
  return answer
}

/// Objects of a test were still alive at its end.
public struct StillAliveError: Error, Equatable, CustomStringConvertible {
  /// What was alive: names, and how many objects bore each.
  public let names: [String: Int]

  /// A sentence with the names and their numbers.
  public var description: String {
    "Still alive at the end of the test: \(names.listed.joined(separator: ", "))."
  }
}
