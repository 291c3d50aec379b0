/// Calls inside calls, as far as the stack goes.
///
/// Settling a run calls a handler, which settles the next run, starts another one, or cancels a third; each
/// does so inside the call that caused it, so that whoever settles, starts or cancels something finds it done
/// when the call returns, and may wait for it. A chain of 100,000 steps would need 100,000 stack frames,
/// though. So where the stack is nearly used up, the first call that finds it so keeps a list, and the calls
/// inside that one are only added to it: a loop at the bottom of the stack takes over.
///
/// All settling, starting, cancelling and freeing goes through here. A list that put off everything, as there
/// was before, made handlers that wait for one another hang.
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

  /// What is put off: a stack, as the order is that of calls inside calls.
  private static let later = ThreadLocal<[Job]>()

  /// Whether what is done now may be done inside the present call.
  @inlinable
  package static var hasRoom: Bool { isRoomLeft() }

  /// Calls `body` with the object: now, or, where the stack is nearly used up, before the outermost of the
  /// calls that found it so returns.
  @inlinable
  package static func run<Object: AnyObject>(_ object: Object, _ body: @escaping @Sendable (Object) -> Void) {
    if isRoomLeft() { return body(object) }
    putOff(Job(object: object) { body(unsafeDowncast($0, to: Object.self)) })
  }

  @usableFromInline
  static func isRoomLeft() -> Bool { StackRoom.isLeft }

  @usableFromInline
  static func putOff(_ job: Job) {
    if let list = later.pointer { return list.pointee.append(job) }
    var list = [job]
    later.keep(&list) { list in
      while let job = list.pointee.popLast() {
        let others = list.pointee.count
        job.perform(job.object)
        // What this job has put off is done next, in the order in which it was put off.
        list.pointee.reverse(from: others)
      }
    }
  }

  /// Frees what may hold others of its kind, which hold others: now, or in the loop at the bottom of the
  /// stack.
  ///
  /// A deinit calls it where ``hasRoom`` says no, with what it would let go of otherwise, and keeps nothing of
  /// that. Of errands inside one another each operator has an object that does so; the closures between them
  /// would be freed by recursion.
  @usableFromInline
  package static func free<Content>(_ content: consuming Content) {
    run(Freed(consume content)) { $0.content = nil }
  }

  private final class Freed<Content> {
    var content: Content?

    init(_ content: consuming Content) { self.content = content }
  }
}

extension [Trampoline.Job] {
  fileprivate mutating func reverse(from start: Int) {
    var (low, high) = (start, count - 1)
    while low < high {
      swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}
