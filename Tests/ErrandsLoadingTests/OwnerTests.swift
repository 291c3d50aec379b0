import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

/// The promise that this package was written for: an owner may go away at any moment of a load, and neither a
/// crash, nor a call, nor a byte, nor a connection stays behind.
@Suite("Owners that go away in the middle of a load", .serialized, .timeLimit(.minutes(3)))
struct OwnerTests {
  /// Outlives the owner, and knows whether there still ought to be one.
  private final class Witness: Sendable {
    let deliveries = Events<Void>()
    let left = Gate()
    let strays: Events<String>

    init(strays: Events<String>) {
      self.strays = strays
    }

    func see(_ what: String) {
      if left.isOpen { strays.record(what) }
      deliveries.record(())
    }
  }

  private final class Owner: FetchActionDelegate {
    let scope = Scope()
    let witness: Witness
    private let probe: LiveObjects.Object

    init(_ witness: Witness, _ probe: LiveObjects.Object) {
      self.witness = witness
      self.probe = probe
    }

    /// Not before: a call that began while the owner lived holds it until it returns, and is no stray.
    deinit { witness.left.open() }

    func perform(_ action: FetchAction) { witness.see("\(action)") }
  }

  /// The ways of loading that have an owner.
  enum Style: String, CaseIterable, Sendable { case delegate, closure, stream }

  private struct Stress {
    let fetcher: Fetcher
    let upstream: ScriptedUpstream
    let live = LiveObjects()
    let strays = Events<String>()

    /// One owner's life. `moment` tells how far the load comes before the owner leaves.
    func live(_ style: Style, _ moment: Int) async throws {
      let witness = Witness(strays: strays)
      let request = FetchRequest(upstream.url("/\(moment)"))
      switch style {
      case .delegate:
        let owner = Owner(witness, live.object("owner"))
        fetcher.run(request, actions: owner, in: owner.scope, on: .concurrent)
        try await wait(moment, witness)
        withExtendedLifetime(owner) {}
      case .closure:
        let owner = Owner(witness, live.object("owner"))
        let probe = live.object("closure")
        let received = Events<Int64>()
        let run = fetcher.data(for: request).run(for: owner, in: owner.scope, on: .concurrent) {
          [probe] _, _ in
          withExtendedLifetime(probe) { witness.see("outcome") }
        }
        run.onProgress(on: .immediate) { received.record($0.completed) }
        switch moment {
        case 0: break
        case 1: await Task.yield()
        default: _ = try await received.first { $0 >= (moment == 2 ? 0 : 4) }
        }
        withExtendedLifetime(owner) {}
      case .stream:
        let probe = live.object("reader")
        let response = try await fetcher.response(for: request)
        for try await chunk in response.body {
          if moment % 2 == 0 || chunk.count > 1 { break }
        }
        withExtendedLifetime(probe) { witness.left.open() }
      }
    }

    /// Moments 0 and 1 are before the head, 2 is after the head, 3 is in the body.
    private func wait(_ moment: Int, _ witness: Witness) async throws {
      switch moment {
      case 0: return
      case 1: await Task.yield()
      default: _ = try await witness.deliveries.event(moment - 1)
      }
    }
  }

  /// The thread sanitizer makes everything some twenty times slower, and sees a race without so many rounds.
  #if TSAN
    private static let many = 100
  #else
    private static let many = 1_000
  #endif

  private func stress(_ style: Style, _ carrier: Carrier, times: Int) async throws {
    let some = [UInt8](repeating: 2, count: 300_000)
    let script = Script(framing: .length(1 << 20), steps: [.text("some"), .bytes(some), .stall])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let stress = Stress(fetcher: fetcher, upstream: upstream)
      // As many as there are at a time, at the least, so that what those need is there.
      try await run(style, stress, times: max(128, times / 10))
      let before = residentBytes()
      try await run(style, stress, times: times)
      try await stress.live.allGone()
      try await upstream.connectionsOpen(atMost: 0)
      #expect(stress.strays.all.isEmpty)
      // What of a body had come, left behind by those that had one, would come to 75 megabytes for a thousand.
      if let before, let after = residentBytes() { #expect(after - before < 32 << 20) }
    }
  }

  /// So many lives, 64 at a time.
  private func run(_ style: Style, _ stress: Stress, times: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<times {
        if number >= 64 { try await group.next() }
        group.addTask { try await stress.live(style, number % 4) }
      }
      try await group.waitForAll()
    }
  }

  @Test("A thousand of every style leave nothing behind", arguments: Style.allCases)
  func asyncHTTPClient(_ style: Style) async throws {
    try await stress(style, .asyncHTTPClient, times: Self.many)
  }

  @Test("A thousand of every style leave nothing behind over URLSession", arguments: Style.allCases)
  func urlSession(_ style: Style) async throws {
    try await stress(style, .urlSession, times: Self.many)
  }
}
