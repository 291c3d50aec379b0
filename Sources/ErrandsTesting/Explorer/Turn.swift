#if ERRANDS_EXPLORED
  import Dispatch
  import Synchronization

  /// Which thread has the turn between two places, for the thread that watches.
  ///
  /// A thread may come upon a lock that is none of ours: Swift's runtime holds one while it calls the cancellation
  /// handlers of a task. Where its holder has no turn, no thread would ever go on. So the turn is taken from a thread
  /// that sleeps between two places, and it waits for the next one when it comes to a place.
  final class Turn: Sendable {
    private static let nobody = -1

    /// What the thread that watches has seen: who has the turn, and how often in a row.
    struct Watch {
      fileprivate var stay = Turn.nobody
      fileprivate(set) var looks = 0
    }

    /// Counts, so that a thread which has it again is not taken for one that has had it all the time.
    private let stay = Atomic<Int>(nobody)
    private let holder = Mutex<ExplorerThread?>(nil)

    /// The thread goes on to its next place.
    func begin(_ thread: ExplorerThread) {
      holder.withLock { $0 = thread }
      stay.store(thread.nextStay(), ordering: .releasing)
    }

    /// The thread has come to a place. False where the turn has been taken from it.
    func end(_ thread: ExplorerThread) -> Bool {
      stay.compareExchange(expected: thread.stay, desired: Self.nobody, ordering: .acquiringAndReleasing)
        .exchanged
    }

    /// Takes the turn from a thread that has it still, and sleeps; from one that does not, after so many looks.
    func take(_ watch: inout Watch, patience: Int) -> ExplorerThread? {
      let now = stay.load(ordering: .acquiring)
      guard now != Self.nobody, now == watch.stay else {
        watch = Watch(stay: now)
        return nil
      }
      watch.looks += 1
      guard let thread = holder.withLock({ $0 }),
        watch.looks > patience || thread.kernelThread?.isAsleep == true,
        stay.compareExchange(expected: now, desired: Self.nobody, ordering: .acquiringAndReleasing).exchanged
      else { return nil }
      return thread
    }
  }
#endif
