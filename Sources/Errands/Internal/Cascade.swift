/// What follows from settling a cell whose handlers are called inside the settling call: in the order in which
/// recursion would do it, depth first, with a stack of its own instead of the thread's.
///
/// A promise library that recurses needs a few stack frames for each link of a chain; 400 links overflowed half
/// a megabyte. Here a link that settles the next one leaves it to the loop at the chain's beginning.
@usableFromInline
package enum Cascade {
  /// An object, and what is to be done with it; see ``Trampoline/Job``.
  @usableFromInline
  struct Job {
    @usableFromInline let object: AnyObject
    @usableFromInline let perform: @Sendable (AnyObject) -> Void
    @usableFromInline var level = 0

    @inlinable
    init(object: AnyObject, perform: @escaping @Sendable (AnyObject) -> Void) {
      self.object = object
      self.perform = perform
    }
  }

  private struct State {
    /// The stack of what is to be done. Its lowest place is a field of its own: a chain has never more than one
    /// link to go on with, and needs no array.
    private var first: Job?
    private var others: [Job] = []
    /// How many cascades this one lies inside.
    let depth: Int
    /// How deep recursion would be by now, as ``descend(atMost:_:)`` counts.
    var level: Int

    init(depth: Int = 0, level: Int = 0) {
      self.depth = depth
      self.level = level
    }

    mutating func push(_ job: Job) {
      if first == nil { first = job } else { others.append(job) }
    }

    mutating func pop() -> Job? { others.popLast() ?? first.take() }
  }

  private static let current = ThreadLocal<State>()

  /// Calls `body` with the object: now, or, inside another cascade of this thread, right after the handler that
  /// runs there has returned. For what a handler does last of all.
  @inlinable
  package static func follow<Object: AnyObject>(
    _ object: Object,
    _ body: @escaping @Sendable (Object) -> Void
  ) {
    follow(Job(object: object) { body(unsafeDowncast($0, to: Object.self)) })
  }

  /// Calls `body` with the object, and does all that follows from it, before it returns: for code that goes on
  /// behind the settling call, and expects to find everything done.
  ///
  /// Handlers that settle one another from within, more than 64 deep, are put off to the cascade around them.
  @inlinable
  package static func perform<Object: AnyObject>(
    _ object: Object,
    _ body: @escaping @Sendable (Object) -> Void
  ) {
    perform(Job(object: object) { body(unsafeDowncast($0, to: Object.self)) })
  }

  @usableFromInline
  static func follow(_ job: Job) {
    guard let state = current.pointer else { return begin(job, State()) }
    push(job, to: state)
  }

  @usableFromInline
  static func perform(_ job: Job) {
    guard let state = current.pointer else { return begin(job, State()) }
    guard state.pointee.depth < 64 else { return push(job, to: state) }
    begin(job, State(depth: state.pointee.depth + 1, level: state.pointee.level))
  }

  /// Calls `body`, one level deeper than the code around it; false, and nothing is called, where that is deeper
  /// than `limit`. What a chain does in a loop counts as deep as it would be by recursion.
  package static func descend(atMost limit: Int, _ body: () -> Void) -> Bool {
    guard let state = current.pointer else {
      var state = State(level: 1)
      current.keep(&state) { state in
        body()
        drain(state)
      }
      return true
    }
    guard state.pointee.level < limit else { return false }
    state.pointee.level += 1
    body()
    state.pointee.level -= 1
    return true
  }

  private static func push(_ job: Job, to state: UnsafeMutablePointer<State>) {
    var job = job
    job.level = state.pointee.level
    state.pointee.push(job)
  }

  private static func begin(_ job: Job, _ initial: State) {
    var state = initial
    current.keep(&state) { state in
      job.perform(job.object)
      drain(state)
    }
  }

  private static func drain(_ state: UnsafeMutablePointer<State>) {
    while let job = state.pointee.pop() {
      state.pointee.level = job.level
      job.perform(job.object)
    }
  }
}
