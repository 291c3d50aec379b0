import Errands
import ErrandsTesting

/// Those who share one piece of work, as they come and go. Whoever came after its end would begin it anew,
/// and whoever leaves is not seen by the work while another one stays.
final class Sharers: Sendable {
  private let joined = Events<Void>()
  private let left = Events<Void>()

  /// The same work, for all who ask.
  func share(_ errand: Errand<Token>) -> Errand<Token> {
    let shared = errand.shared()
    return .fromCallback { [joined, left] callback in
      let run = shared.run(on: .immediate) { callback($0) }
      run.onProgress(on: .immediate) { callback.report($0) }
      callback.onCancel {
        run.cancel()
        left.record(())
      }
      joined.record(())
    }
  }

  func join(_ count: Int) async throws {
    try await patiently("the one who joins") { _ = try await self.joined.event(count) }
  }

  func leave(_ count: Int) async throws {
    try await patiently("the one who leaves") { _ = try await self.left.event(count) }
  }
}
