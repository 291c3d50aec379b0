import Dispatch
import Errands

extension Errand {
  /// Work that writes a file, on a queue that it may block. It asks until the file is there whether that is still
  /// wanted.
  ///
  /// It is not, once the run is cancelled. Nor is it once `scope` has ended, and then the work itself says how it
  /// ended: so no owner that waits for it ends in the middle of a file.
  ///
  /// - Parameter group: Is entered before the file is begun, and left when it is done with.
  static func writing(
    _ name: String,
    on queue: DispatchQueue,
    until scope: Scope,
    in group: DispatchGroup? = nil,
    _ write: @escaping @Sendable (_ isWanted: () -> Bool) throws -> Value
  ) -> Errand {
    .fromCallback(name) { callback in
      let run = Scope()
      callback.onCancel { run.cancel() }
      queue.async(group: group) {
        callback(Result { try write { !run.isEnded && !scope.isEnded } })
      }
    }
  }
}
