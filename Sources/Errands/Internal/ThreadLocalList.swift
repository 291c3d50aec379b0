/// A list of each thread's own, for what must not happen inside itself: the outermost call on a thread keeps the
/// list for as long as it lasts, and the calls inside it only add to it.
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
