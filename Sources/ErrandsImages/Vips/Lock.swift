#if TSAN
  import Foundation
#else
  import Synchronization
#endif

/// A value that one thread at a time may touch.
///
/// It is a `Mutex`, except in builds for the thread sanitizer (`-Xswiftc -DTSAN`): the sanitizer cannot see
/// that a contended `Mutex` orders its holders and reports races that are none, so there the same lock is
/// a pthread mutex.
struct Lock<Value: Sendable>: ~Copyable, Sendable {
  #if TSAN
    private let storage: Storage

    init(_ value: Value) {
      storage = Storage(value)
    }

    func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      pthread_mutex_lock(storage.mutex)
      defer { pthread_mutex_unlock(storage.mutex) }
      return try body(&storage.value)
    }

    /// Safe to share, because `value` is only touched between lock and unlock.
    private final class Storage: @unchecked Sendable {
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      var value: Value

      init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
      }

      deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
      }
    }
  #else
    private let mutex: Mutex<Value>

    init(_ value: Value) {
      mutex = Mutex(value)
    }

    func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try mutex.withLock { value throws(Failure) in try body(&value) }
    }
  #endif
}
