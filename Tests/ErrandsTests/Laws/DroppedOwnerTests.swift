import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

// The bug that the whole package is against: a screen is closed while it loads, and the load goes on, calls back
// into it, and keeps it alive.
@Suite("An owner dropped in the middle of a run")
struct DroppedOwnerTests {
  @Test(
    "Nothing is delivered and nothing is left alive, in every style",
    .timeLimit(.minutes(1)),
    arguments: Style.allCases
  )
  func nothingLeft(style: Style) async throws {
    try await withLiveObjects { live in
      let deliveries = Events<String>()
      let stops = Events<Int>()
      try await Self.drop(Sizes.droppedOwners, style, live, deliveries, stops)
      _ = try await stops.event(Sizes.droppedOwners)
      #expect(stops.count == Sizes.droppedOwners)
      #expect(deliveries.all == [])
    }
  }

  #if !TSAN
    // In a process of its own: other tests need memory too.
    @Test(
      "Ten thousand times: nothing delivered, nothing left, memory flat, in every style",
      .timeLimit(.minutes(1)),
      arguments: Style.allCases
    )
    func memory(style: Style) async {
      await #expect(processExitsWith: .success) { [style] in
        let live = LiveObjects()
        let deliveries = Events<String>()
        func load(_ rounds: Int) async throws {
          try await Self.drop(rounds, style, live, deliveries, Events())
          try await live.allGone()
        }
        try await load(Sizes.droppedOwners)
        let before = try residentBytes()
        try await load(10_000)
        let growth = try residentBytes() - before
        // Each run holds 4 KiB: kept, they would be 40 MiB.
        precondition(growth < 8 << 20, "\(style): grew by \(growth) bytes")
        precondition(deliveries.count == 0, "\(style): \(deliveries.count) deliveries")
      }
    }
  #endif

  /// Makes an owner, begins a load in it that never ends by itself, and drops it, again and again.
  private static func drop(
    _ rounds: Int,
    _ style: Style,
    _ live: LiveObjects,
    _ deliveries: Events<String>,
    _ stops: Events<Int>
  ) async throws {
    let delivery = Delivery.queue(DispatchQueue(label: "deliveries"))
    for _ in 0..<rounds {
      let started = Gate()
      let errand = Errand<LiveObjects.Object>.fromCallback { callback in
        let work = Work(live)
        callback.onCancel {
          work.stop()
          stops.record(1)
        }
        work.start(callback)
        started.open()
      }
      let owner = LoadingOwner<LiveObjects.Object>(live, style)
      owner.load(errand, on: delivery) { deliveries.record($0) }
      try await started.wait()
      withExtendedLifetime(owner) {}
    }
  }

  /// Work that goes on for ever, and holds its callback and some memory meanwhile.
  private final class Work: Sendable {
    private let probe: LiveObjects.Object
    private let memory = [UInt8](repeating: 1, count: 4_096)
    private let callback = Kept<Callback<LiveObjects.Object>>()

    init(_ live: LiveObjects) { probe = live.object("work") }

    func start(_ callback: Callback<LiveObjects.Object>) { self.callback.set(callback) }
    func stop() { callback.set(nil) }
  }
}

/// The memory of this process that is in use, as the kernel counts it.
private func residentBytes() throws -> Int {
  let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  guard fields.count > 1, let pages = Int(fields[1]) else { throw ManualError(number: 1) }
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
