import Foundation

/// Runs the body with the address of a file that does not exist yet, and removes it afterwards.
func withTemporaryFile<Answer>(_ body: (URL) throws -> Answer) rethrows -> Answer {
  let url = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID()).json")
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url)
}

func withTemporaryFile<Answer: Sendable>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (URL) async throws -> Answer
) async rethrows -> Answer {
  let url = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID()).json")
  defer { try? FileManager.default.removeItem(at: url) }
  return try await body(url)
}
