import Errands
import ErrandsTesting

extension Errand<Token> {
  /// Shared work that says when somebody has joined it: whoever came after its end would begin it anew.
  func shared(telling joined: Events<Void>) -> Errand {
    let shared = self.shared()
    return .fromCallback { callback in
      let run = shared.run(on: .immediate) { callback($0) }
      run.onProgress(on: .immediate) { callback.report(completed: $0.completed, total: $0.total) }
      callback.onCancel { run.cancel() }
      joined.record(())
    }
  }
}
