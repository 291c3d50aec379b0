import Errands

extension Callback {
  /// What a step gave, for the next one; where it failed, everything has.
  func value<Step>(of outcome: Result<Step, any Error>) -> Step? {
    do {
      return try outcome.get()
    } catch {
      fail(error)
      return nil
    }
  }
}
