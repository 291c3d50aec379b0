import ErrandsTesting
import Testing

@testable import Errands

// Three hundred to nine hundred errands inside one another overflowed a stack of 512 KiB when they were run,
// and a few thousand when they were thrown away.
@Suite("A hundred thousand errands inside one another")
struct NestingTests {
  /// The depth; and all of it on a thread with 512 KiB.
  private static let depth = Sizes.chain
  /// Ten times what overflowed, where the way down is the same as in what is run with the whole depth.
  private static let smallerDepth = depth / 10

  @Test("Are run", arguments: Nesting.allCases)
  func run(kind: Nesting) async {
    await #expect(processExitsWith: .success) { [kind = kind as Nesting] in
      Watchdog.start()
      let settled = Events<String>()
      await onThread {
        kind.nested(Self.depth, around: .success(7)).run(on: .immediate) { settled.record($0.label) }
      }
      let outcome = try await settled.event(1)
      #expect(outcome == "value 7")
    }
  }

  // The report went down and up by recursion: three hundred errands with a limit overflowed.
  @Test("Are run, and their work reports, and ends later", arguments: Nesting.allCases)
  func settledLater(kind: Nesting) async {
    await #expect(processExitsWith: .success) { [kind = kind as Nesting] in
      Watchdog.start()
      let (settled, work) = (Events<String>(), ManualWork<Int>())
      await onThread {
        let run = kind.nested(Self.smallerDepth, around: work.errand).run(on: .immediate) {
          settled.record($0.label)
        }
        run.onProgress(on: .immediate) { _ in }
      }
      let callback = try await work.callback()
      work.letGo()
      await onThread {
        callback.report(completed: 1, total: 2)
        callback.succeed(7)
      }
      let outcome = try await settled.event(1)
      #expect(outcome == "value 7")
    }
  }

  @Test("Are cancelled", arguments: Nesting.allCases)
  func cancelled(kind: Nesting) async {
    await #expect(processExitsWith: .success) { [kind = kind as Nesting] in
      Watchdog.start()
      let work = ManualWork<Int>()
      let outermost = Kept<Run<Int>>()
      let depth = kind == .awaiting ? min(Self.smallerDepth, Sizes.cancelledTasks) : Self.smallerDepth
      await onThread { outermost.set(kind.nested(depth, around: work.errand).run()) }
      _ = try await work.callback()
      await onThread {
        let run = outermost.value
        outermost.set(nil)
        run?.cancel()
        let outcome = run?.outcome?.label
        #expect(outcome == "cancelled")
      }
      // By now, or by the tasks between.
      _ = try await work.cancellations.event(1)
    }
  }

  @Test("Are abandoned by their work", arguments: Nesting.allCases)
  func abandoned(kind: Nesting) async {
    await #expect(processExitsWith: .success) { [kind = kind as Nesting] in
      Watchdog.start()
      let (settled, work) = (Events<String>(), ManualWork<Int>())
      await onThread {
        let errand = kind.nested(Self.smallerDepth, around: work.errand)
        // Tried once: another try would find new work.
        errand.run(on: .immediate) { settled.record($0.label) }
      }
      _ = try await work.callback()
      await onThread { work.letGo() }
      if kind == .retry { return }
      let outcome = try await settled.event(1)
      #expect(outcome == "abandoned")
    }
  }

  @Test("Are thrown away", arguments: Nesting.allCases)
  func thrownAway(kind: Nesting) async {
    await #expect(processExitsWith: .success) { [kind = kind as Nesting] in
      Watchdog.start()
      let live = LiveObjects()
      await onThread {
        let probe = live.object("captured")
        let first = Errand<Int>.fromCallback { callback in
          withExtendedLifetime(probe) { _ = callback.succeed(7) }
        }
        let name = kind.nested(Self.depth, around: first).name
        #expect(!name.isEmpty)
      }
      let left = live.names
      #expect(left.isEmpty)
    }
  }
}
