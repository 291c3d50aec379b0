import Errands
import ErrandsTesting

extension Errand {
  /// Work that never ends by itself, and is held by its own hook, which a test may give something to do.
  static func endless(onCancel hook: @escaping @Sendable () -> Void = {}) -> Errand {
    .fromCallback { callback in
      let kept = Kept(callback)
      callback.onCancel {
        hook()
        kept.letGo()
      }
    }
  }
}
