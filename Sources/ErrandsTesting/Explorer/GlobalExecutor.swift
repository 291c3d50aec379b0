#if ERRANDS_EXPLORED
  import Errands
  import Foundation

  /// Makes bodies of the jobs that explored threads hand to Swift's global executor: `Task { … }` in the code under test
  /// knows of no task executor.
  ///
  /// The runtime has hooks for those who bring an executor of their own. Jobs of all other threads go on to where they
  /// would have gone without.
  enum GlobalExecutor {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    /// No effect the second time.
    static func follow() { _ = installed }

    private static let installed: Void = {
      install("swift_task_enqueueGlobal_hook") { job, original in
        guard let current = Interleaving.current else { return original(job) }
        current.take("\(job)") { job.runSynchronously(on: .generic) }
      }
      install("swift_task_enqueueMainExecutor_hook") { job, original in
        (Interleaving.current?.host as? Strangers)?.meet("a body hands work to the main actor")
        original(job)
      }
    }()

    private static func install(_ name: String, _ hook: Hook) {
      guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), name) else { return }
      symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
    }
  }

  extension UnownedSerialExecutor {
    /// None: what runs there is on no actor. Its two words are zero.
    fileprivate static var generic: UnownedSerialExecutor {
      unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
    }
  }
#endif
