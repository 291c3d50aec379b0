#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value of each thread's own, for as long as a call on that thread lasts.
@usableFromInline
package struct ThreadLocal<Value>: Sendable {
  @usableFromInline let key = ThreadKey()

  @inlinable
  package init() {}

  /// This thread's value, inside ``keep(_:_:)``.
  @inlinable
  package var pointer: UnsafeMutablePointer<Value>? {
    key.pointer?.assumingMemoryBound(to: Value.self)
  }

  /// Calls `body`, inside of which the value is this thread's own; then the one before is again.
  @inlinable
  package func keep(_ value: inout Value, _ body: (UnsafeMutablePointer<Value>) -> Void) {
    let former = key.pointer
    withUnsafeMutablePointer(to: &value) { value in
      key.keep(value)
      body(value)
      key.keep(former)
    }
  }
}

/// What the value is known by.
@usableFromInline
struct ThreadKey: Sendable {
  private let key: pthread_key_t

  @usableFromInline
  init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    self.key = key
  }

  @usableFromInline var pointer: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  @usableFromInline
  func keep(_ pointer: UnsafeMutableRawPointer?) { pthread_setspecific(key, pointer) }
}
