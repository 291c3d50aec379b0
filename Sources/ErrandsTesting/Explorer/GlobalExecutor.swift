#if ERRANDS_EXPLORED
  import Errands
  import Foundation

  /// Makes bodies of the jobs that explored threads hand to Swift's global executor and to the main actor: `Task { … }`
  /// in the code under test knows of no task executor.
  ///
  /// The runtime has hooks for programs that bring an executor of their own. Jobs of all other threads go on to where
  /// they would have gone without.
  enum GlobalExecutor {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
    private typealias MainHook =
      @convention(thin) (@convention(thin) () -> UnownedSerialExecutor) -> UnownedSerialExecutor

    /// No effect the second time.
    static func follow() { _ = installed }

    private static let installed: Void = {
      install("swift_task_enqueueGlobal_hook") { job, original in
        // A task's jobs all bear its number.
        let task = "\(job)"
        guard let current = Interleaving.current else {
          Strangers.meet(task: task)
          return original(job)
        }
        (current.host as? Strangers)?.know(task: task)
        current.take(task) { job.runSynchronously(on: .generic) }
      }
      install("swift_task_getMainExecutor_hook") { original in
        Interleaving.current == nil ? original() : ExploredMainActor.shared.asUnownedSerialExecutor()
      }
    }()

    private static func install(_ name: String, _ hook: @escaping Hook) {
      place(of: name, Hook.self)?.pointee = hook
    }

    private static func install(_ name: String, _ hook: @escaping MainHook) {
      place(of: name, MainHook.self)?.pointee = hook
    }

    private static func place<Function>(
      of name: String,
      _ type: Function.Type
    ) -> UnsafeMutablePointer<Function?>? {
      dlsym(dlopen(nil, RTLD_LAZY), name)?.assumingMemoryBound(to: Function?.self)
    }
  }

  /// The main actor of explored threads: its jobs are bodies, one after the other, in each schedule anew.
  final class ExploredMainActor: SerialExecutor {
    static let shared = ExploredMainActor()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let work: Scenario.Work = { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      if let queue = (Interleaving.current as? any ExploredThread)?.schedule?.mainActor {
        queue.add(work)
      } else {
        // A job of a schedule that is over. The thread that is the main actor's else knows nothing of this actor.
        DispatchQueue.global().async(execute: work)
      }
    }
  }

  extension UnownedSerialExecutor {
    /// None: what runs there is on no actor. Its two words are zero.
    fileprivate static var generic: UnownedSerialExecutor {
      unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
    }
  }
#endif
