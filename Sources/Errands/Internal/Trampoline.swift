#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Calls inside calls, as far as the stack goes.
///
/// Settling a run calls a handler, which settles the next run, starts another one, or cancels a third; each
/// does so inside the call that caused it, so that a caller that settles, starts or cancels something finds
/// it done when the call returns, and may wait for it. A chain of 100,000 steps would need 100,000 stack
/// frames, though. So where the stack is nearly used up, the first call that finds it so keeps a list, and
/// the calls inside that one are only added to it: a loop at the bottom of the stack takes over.
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

  private static let later = ThreadLocal<Later>()

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

  /// As ``run(_:_:)``, for a caller who has found that there is no room: what is put off has the task-local values of
  /// this call all the same. The first call that puts off does its work inside itself; behind that, the work of all
  /// others used to have the values of the first.
  @usableFromInline
  package static func callLater(_ work: @escaping @Sendable () -> Void) {
    let context = later.pointer == nil ? nil : TaskContext()
    run(Call { if let context { context.call(work) } else { work() } }) { $0.work() }
  }

  /// To be called by a thread that is about to block: what it has put off is done by another one. It may be what the
  /// thread will wait for.
  package static func handOver() {
    guard let list = later.pointer, !list.pointee.jobs.isEmpty else { return }
    // Sendable: no thread but that one has them from here on.
    let jobs = Unchecked(list.pointee.takeAll())
    let isDone = BlockingSemaphore(value: 0)
    list.pointee.helpers.append(isDone)
    WorkerThreads.shared.start {
      perform(jobs.value)
      isDone.signal()
    }
  }

  private final class Call: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  @usableFromInline
  static func isRoomLeft() -> Bool { StackRoom.isLeft }

  @usableFromInline
  static func putOff(_ job: Job) {
    if let list = later.pointer { return list.pointee.jobs.append(job) }
    perform(Later(jobs: [job]))
  }

  private static func perform(_ jobs: Later) {
    var list = jobs
    later.keep(&list) { list in
      while let job = list.pointee.next() { job.perform(job.object) }
    }
    // No longer than a round waits for those who help with it.
    for helper in list.helpers { _ = helper.wait(timeout: .after(CallRound.patience)) }
  }

  /// Frees what may hold others of its kind, which hold others: now, or in the loop at the bottom of the
  /// stack.
  ///
  /// A deinit calls it where ``hasRoom`` says no, with what it would let go of otherwise, and keeps nothing
  /// of that. Of errands inside one another each operator has an object that does so; the closures between
  /// them would be freed by recursion.
  @usableFromInline
  package static func free<Content>(_ content: consuming Content) {
    run(Freed(consume content)) { $0.content = nil }
  }

  private final class Freed<Content> {
    var content: Content?

    init(_ content: consuming Content) { self.content = content }
  }
}

/// What a thread has put off: a stack, as the order is that of calls inside calls.
private struct Later {
  var jobs: [Trampoline.Job]
  /// How many of them were there before the job in hand.
  private var before = 0
  /// Are signalled by the threads that do what was handed over to them.
  var helpers: [BlockingSemaphore] = []

  init(jobs: [Trampoline.Job]) { self.jobs = jobs }

  mutating func next() -> Trampoline.Job? {
    // What the job in hand has put off is done next, in the order in which it was put off.
    var (low, high) = (before, jobs.count - 1)
    while low < high {
      jobs.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
    guard let job = jobs.popLast() else { return nil }
    before = jobs.count
    return job
  }

  /// All of them, for another thread.
  mutating func takeAll() -> Later {
    var taken = Later(jobs: [])
    swap(&taken.jobs, &jobs)
    swap(&taken.before, &before)
    return taken
  }
}

/// How much of its stack a thread has left.
enum StackRoom {
  /// Of each thread: the address that calls inside calls do not go below.
  private static let floor = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    return key
  }()

  /// Whether one more call may lie inside the present one. False once three quarters of the thread's stack
  /// are in use: the rest is for the code that is called at the bottom.
  static var isLeft: Bool {
    let floor = UInt(bitPattern: pthread_getspecific(floor))
    // The address of a local variable is where the stack is by now.
    var here: UInt8 = 0
    let position = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    return position > (floor == 0 ? findFloor(near: position) : floor)
  }

  /// Asked of the system once a thread, as the answer takes longer than a whole run.
  private static func findFloor(near position: UInt) -> UInt {
    let (lowest, size) = bounds
    let reserve = max(size / 4, min(128 << 10, size / 2))
    let isOwn = position >= lowest && position - lowest <= size
    // Where the system does not say (of the main thread without a `/proc`), there is room as on a small stack that
    // begins here.
    let floor = isOwn ? lowest + reserve : position - min(position, 64 << 10)
    // Not of a stack that is not the thread's own (a coroutine's), on which room is taken for granted: another one has
    // other bounds.
    if isOwn || size == 0 { pthread_setspecific(Self.floor, UnsafeRawPointer(bitPattern: floor)) }
    return floor
  }

  /// The lowest address of the calling thread's stack, and how many bytes it has.
  private static var bounds: (lowest: UInt, size: UInt) {
    #if canImport(Darwin)
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      return (UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size, size)
    #else
      var attributes = pthread_attr_t()
      guard getAttributes(pthread_self(), &attributes) == 0 else { return (0, 0) }
      defer { pthread_attr_destroy(&attributes) }
      var (lowest, size) = (UnsafeMutableRawPointer?.none, 0)
      guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return (0, 0) }
      return (UInt(bitPattern: lowest), UInt(size))
    #endif
  }
}

#if !canImport(Darwin)
  /// The C library has it, and its module does not show it to Swift. Not looked up by its name at run time, either: in
  /// a program that is linked statically nothing is found so.
  @_silgen_name("pthread_getattr_np")
  private func getAttributes(_ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32
#endif
