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

  private static let list = ThreadLocalList<Job>()

  /// Calls `body` with the object: now, or, inside another job of this thread, when that one has returned.
  @inlinable
  package static func run<Object: AnyObject>(_ object: Object, _ body: @escaping @Sendable (Object) -> Void) {
    run(Job(object: object) { body(unsafeDowncast($0, to: Object.self)) })
  }

  @usableFromInline
  static func run(_ job: Job) {
    if list.add(job) { return }
    list.keep { later in
      job.perform(job.object)
      later.drain { $0.perform($0.object) }
    }
  }
}
