#if ERRANDS_EXPLORED
  /// Where threads meet: a lock, an atomic, a semaphore. Only a program built with `-DERRANDS_EXPLORED` has
  /// such places; at each of them an ``Interleaver`` decides which thread goes on.
  @usableFromInline
  package final class MeetingPlace: Sendable {
    @usableFromInline
    package enum Kind: String, Sendable { case lock, atomic, semaphore }

    /// What comes to the place: a function, and a line in it.
    @usableFromInline
    package struct Caller: Sendable {
      package let function: StaticString
      package let site: CallSite

      @usableFromInline
      package init(_ function: StaticString, _ site: CallSite) {
        self.function = function
        self.site = site
      }
    }

    package let kind: Kind
    /// The line that made it.
    package let origin: CallSite
    /// Hears of threads without an interleaver; nil where the thread that made the place had none.
    private let host: (any InterleavingHost)?

    @usableFromInline
    package init(_ kind: Kind, origin: CallSite) {
      self.kind = kind
      self.origin = origin
      host = Interleaving.current?.host
    }

    /// Returns when this thread is to go on, and no other thread holds the lock.
    @usableFromInline
    package func enter(_ caller: Caller) {
      if let interleaver = Interleaving.current {
        interleaver.enter(self, caller)
      } else {
        host?.meetStranger(at: self, caller)
      }
    }

    /// The lock is free again.
    @usableFromInline
    package func leave(_ caller: Caller) {
      Interleaving.current?.leave(self, caller)
    }
  }
#endif

#if ERRANDS_EXPLORED
  /// Decides which of several threads goes on, wherever they come to a ``MeetingPlace``.
  package protocol Interleaver: AnyObject, Sendable {
    /// Returns when the thread is to go on; no other thread holds the lock then, if it is one.
    func enter(_ place: MeetingPlace, _ caller: MeetingPlace.Caller)
    /// The lock is free again; returns when the thread is to go on.
    func leave(_ place: MeetingPlace, _ caller: MeetingPlace.Caller)
    /// Returns when the semaphore has been taken: true, or false where a time limit has passed.
    func wait(at place: MeetingPlace, isLimited: Bool, _ caller: MeetingPlace.Caller) -> Bool
    func signal(_ place: MeetingPlace, _ caller: MeetingPlace.Caller)
    /// Takes over work that is on its way to a thread without an interleaver.
    func take(_ name: String, _ work: @escaping @Sendable () -> Void)
    /// Hears of threads without an interleaver at the places that this one's threads make.
    var host: (any InterleavingHost)? { get }
  }

  /// Hears of what no schedule brings back.
  package protocol InterleavingHost: AnyObject, Sendable {
    /// A thread without an interleaver has come to a place that an explored thread made.
    func meetStranger(at place: MeetingPlace, _ caller: MeetingPlace.Caller)
  }

  /// Which threads are explored.
  package enum Interleaving {
    private static let interleavers = ThreadLocal<any Interleaver>()

    /// What decides for this thread; nil where it runs freely.
    package static var current: (any Interleaver)? { interleavers.pointer?.pointee }

    /// Calls `body` with its places decided by the interleaver.
    package static func explore(by interleaver: any Interleaver, _ body: () -> Void) {
      var interleaver = interleaver
      interleavers.keep(&interleaver) { _ in body() }
    }
  }
#endif
