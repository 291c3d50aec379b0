#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A list of each thread's own, for what must not happen inside itself: the outermost call on a thread keeps the
/// list for as long as it lasts, and the calls inside it only add to it.
struct ThreadLocalList<Element>: Sendable {
  typealias List = UnsafeMutablePointer<[Element]>

  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no thread-local key is left in this process (pthread_key_create: \(failure))")
    self.key = key
  }

  /// False where the call is the outermost one, which has to ``keep(_:)`` the list.
  func add(_ element: Element) -> Bool {
    guard let list = pthread_getspecific(key) else { return false }
    list.assumingMemoryBound(to: [Element].self).pointee.append(element)
    return true
  }

  func keep(_ body: (List) -> Void) {
    var list: [Element] = []
    withUnsafeMutablePointer(to: &list) { list in
      pthread_setspecific(key, list)
      body(list)
      pthread_setspecific(key, nil)
    }
  }
}

extension UnsafeMutablePointer {
  /// Takes out the elements in the order in which they were added, those that are added meanwhile too. The list
  /// is taken whole each time round, so that a long one neither shifts nor keeps what is done.
  func drain<Element>(_ body: (Element) -> Void) where Pointee == [Element] {
    while !pointee.isEmpty {
      var batch: [Element] = []
      swap(&batch, &pointee)
      for element in batch { body(element) }
    }
  }
}
