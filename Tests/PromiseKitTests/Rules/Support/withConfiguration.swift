import PromiseKit

/// Changes what holds for the whole process, for as long as `body` runs.
func withConfiguration<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
  let former = conf
  defer { conf = former }
  return try body()
}
