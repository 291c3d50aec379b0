#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Something that has work to do once the call that caused it has returned.
protocol Drainable {
  func drain()
}

/// Turns the recursion of a chain into a loop.
///
/// Settling one run calls a handler that settles the next, and so on: a chain of 100,000 steps would need
/// 100,000 stack frames. The outermost drain on a thread therefore keeps a list, which the drains inside it
/// only add to.
enum Trampoline {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    return key
  }()

  static func run(_ job: any Drainable) {
    if let list = pthread_getspecific(key) {
      list.assumingMemoryBound(to: [any Drainable].self).pointee.append(job)
      return
    }
    var later: [any Drainable] = []
    withUnsafeMutablePointer(to: &later) { list in
      pthread_setspecific(key, list)
      job.drain()
      drainAll(list)
      pthread_setspecific(key, nil)
    }
  }

  /// Takes the list whole each time round, so that a long chain neither shifts nor keeps what is done.
  private static func drainAll(_ list: UnsafeMutablePointer<[any Drainable]>) {
    while !list.pointee.isEmpty {
      var batch: [any Drainable] = []
      swap(&batch, &list.pointee)
      for job in batch { job.drain() }
    }
  }
}
