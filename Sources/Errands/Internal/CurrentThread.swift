import Dispatch
import Foundation

/// What can be said of the thread that asks.
package enum CurrentThread {
  /// May cross threads: a key is nothing but its identity.
  private static let mark = {
    let key = Unchecked(DispatchSpecificKey<Bool>())
    DispatchQueue.main.setSpecific(key: key.value, value: true)
    return key
  }()

  /// Whether this is the main thread, or a thread that stands in for it.
  ///
  /// Under an asynchronous `main` on Linux the main thread itself ends at the first suspension, and the main
  /// queue, with the main actor on it, goes on upon any thread: `Thread.isMainThread` is false there. So the
  /// queue is asked, too.
  package static var isMain: Bool {
    isMainThread || DispatchQueue.getSpecific(key: mark.value) == true
  }

  /// Of each thread: 1 where it is not the main thread, 2 where it is.
  private static let answer = ThreadKey()

  /// Asked of the system once a thread: on Linux the answer takes two system calls.
  private static var isMainThread: Bool {
    let known = UInt(bitPattern: answer.pointer)
    if known > 0 { return known == 2 }
    let isMain = Thread.isMainThread
    answer.keep(UnsafeMutableRawPointer(bitPattern: isMain ? 2 : 1))
    return isMain
  }

  /// Whether it is the main queue, of which there may be many objects.
  package static func isMainQueue(_ queue: DispatchQueue) -> Bool {
    queue.getSpecific(key: mark.value) == true
  }
}
