#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Cancels runs that stand behind one another in a loop.
///
/// Cancelling a deadline's run cancels the run that it watches, and so on: of 10,000 around one another each
/// was cancelled inside the one before, and the stack overflowed. ``Trampoline`` is no help: inside of a
/// handler it puts off what it is given, and those who wait would be told while the work goes on.
enum CancellationLoop {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    return key
  }()

  /// Cancels the run: now, or, inside another cancellation of this thread, right after that one. When the
  /// outermost call returns, all of them are cancelled.
  static func cancel(_ run: any Cancellable) {
    if let list = pthread_getspecific(key) {
      list.assumingMemoryBound(to: [any Cancellable].self).pointee.append(run)
      return
    }
    var waiting: [any Cancellable] = [run]
    withUnsafeMutablePointer(to: &waiting) { list in
      pthread_setspecific(key, list)
      while let next = list.pointee.popLast() { next.cancel() }
      pthread_setspecific(key, nil)
    }
  }
}
