#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value of each thread's own, for as long as a call on that thread lasts.
package struct ThreadLocal<Value>: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    self.key = key
  }

  /// This thread's value, inside ``keep(_:_:)``.
  package var pointer: UnsafeMutablePointer<Value>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: Value.self)
  }

  /// Calls `body`, inside of which the value is this thread's own; then the one before is again.
  package func keep(_ value: inout Value, _ body: (UnsafeMutablePointer<Value>) -> Void) {
    let former = pthread_getspecific(key)
    withUnsafeMutablePointer(to: &value) { value in
      pthread_setspecific(key, value)
      body(value)
      pthread_setspecific(key, former)
    }
  }
}
