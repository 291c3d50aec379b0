#if ERRANDS_EXPLORED
  /// Where threads meet: a lock, an atomic, a semaphore. Only a program built with `-DERRANDS_EXPLORED` has such places;
  /// at each of them an ``Interleaver`` decides which thread goes on.
  @usableFromInline
  package final class MeetingPlace: Sendable {
    @usableFromInline
    package enum Kind: String, Sendable { case lock, atomic, semaphore }

    /// Who comes to the place: a function, and a line in it.
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
    /// Hears of threads for which nobody decides; nil where nobody decided for the one that made the place.
    private let host: (any InterleavingHost)?

    @usableFromInline
    package init(_ kind: Kind, origin: CallSite) {
      self.kind = kind
      self.origin = origin
      host = Interleaving.current?.host
    }

    /// Returns when this thread is to go on, and nobody else holds the lock.
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
