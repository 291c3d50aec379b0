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

/// A list of each thread's own, for what must not happen inside itself: the outermost call on a thread keeps
/// the list for as long as it lasts, and the calls inside it only add to it.
struct ThreadLocalList<Element>: Sendable {
  private let current = ThreadLocal<[Element]>()

  /// Whether this call lies inside another one.
  var isKept: Bool { current.pointer != nil }

  /// False where the call is the outermost one, which has to ``keep(_:)`` the list.
  func add(_ element: Element) -> Bool {
    guard let list = current.pointer else { return false }
    list.pointee.append(element)
    return true
  }

  func keep(_ body: (UnsafeMutablePointer<[Element]>) -> Void) {
    var list: [Element] = []
    current.keep(&list, body)
  }
}

extension UnsafeMutablePointer {
  /// Takes out the elements in the order in which they were added, those that are added meanwhile too. The
  /// list is taken whole each time round, so that a long one neither shifts nor keeps what is done.
  func drain<Element>(_ body: (Element) -> Void) where Pointee == [Element] {
    while !pointee.isEmpty {
      var batch: [Element] = []
      swap(&batch, &pointee)
      for element in batch { body(element) }
    }
  }
}
