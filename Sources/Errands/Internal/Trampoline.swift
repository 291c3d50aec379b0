#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Turns the recursion of a chain into a loop.
///
/// Settling one run calls a handler that settles the next, and so on: a chain of 100,000 steps would need
/// 100,000 stack frames. The outermost job on a thread therefore keeps a list, which the jobs inside it are
/// only added to.
@usableFromInline
package enum Trampoline {
  /// An object, and what is to be done with it. The function captures nothing, so a job is made without
  /// allocating, and is specialized where it is made.
  @usableFromInline
  struct Job {
    @usableFromInline let object: AnyObject
    @usableFromInline let perform: @Sendable (AnyObject) -> Void

    @inlinable
    init(object: AnyObject, perform: @escaping @Sendable (AnyObject) -> Void) {
      self.object = object
      self.perform = perform
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    return key
  }()

  /// Calls `body` with the object: now, or, inside another job of this thread, when that one has returned.
  @inlinable
  package static func run<Object: AnyObject>(_ object: Object, _ body: @escaping @Sendable (Object) -> Void) {
    run(Job(object: object) { body(unsafeDowncast($0, to: Object.self)) })
  }

  @usableFromInline
  static func run(_ job: Job) {
    if let list = pthread_getspecific(key) {
      list.assumingMemoryBound(to: [Job].self).pointee.append(job)
      return
    }
    var later: [Job] = []
    withUnsafeMutablePointer(to: &later) { list in
      pthread_setspecific(key, list)
      job.perform(job.object)
      performAll(list)
      pthread_setspecific(key, nil)
    }
  }

  /// Takes the list whole each time round, so that a long chain neither shifts nor keeps what is done.
  private static func performAll(_ list: UnsafeMutablePointer<[Job]>) {
    while !list.pointee.isEmpty {
      var batch: [Job] = []
      swap(&batch, &list.pointee)
      for job in batch { job.perform(job.object) }
    }
  }
}
