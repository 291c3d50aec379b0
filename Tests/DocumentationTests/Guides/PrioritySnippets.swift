import Errands
import ErrandsTesting
import Foundation
import Synchronization
import Testing

/// A request of a library that knows urgent ones.
private final class UrgentRequest: Sendable {
  private let urgent = Mutex(false)
  let log: Events<Bool>

  init(_ log: Events<Bool>) { self.log = log }

  var isUrgent: Bool {
    get { urgent.withLock { $0 } }
    set {
      urgent.withLock { $0 = newValue }
      log.record(newValue)
    }
  }
}

@Suite("The snippets of priorities and of shared work", .timeLimit(.minutes(1)))
struct PrioritySnippets {
  private let gate = Gate()
  private var waiting: Errand<String> { Errand { [gate] in try await gate.wait() }.map { "done" } }

  @Test("A run begins with a priority, and gets another one")
  func said() throws {
    let (address, fetchIndex, downloads) = ("a", waiting, WorkQueue(limit: 1))
    func picture(at address: String) -> Errand<String> { waiting }

    let cover = picture(at: address).priority(.high).run()
    cover.priority = .low
    let index = fetchIndex.on(downloads, priority: .low)

    #expect(cover.priority == .low)
    #expect(index.run().priority == .normal)
    cover.cancel()
  }

  @Test("Code of one's own hears of it")
  func heard() {
    let (log, completions) = (Events<Bool>(), Kept<@Sendable (Data?, (any Error)?) -> Void>())
    let legacyRequest: @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> UrgentRequest = {
      completions.set($0)
      return UrgentRequest(log)
    }

    let page = Errand<Data>.fromCallback { callback in
      let request = legacyRequest { data, error in callback(data, error) }
      callback.onPriorityChange { priority in request.isUrgent = priority > .normal }
    }

    let run = page.run()
    run.priority = .high
    #expect(log.all == [false, true])
    run.cancel()
    completions.set(nil)
  }

  @Test("One that was given its own keeps it")
  func own() async throws {
    let told = Events<WorkPriority>()
    let (visible, prefetched) = (Self.telling(told), Self.telling(told))

    let both = Errand.all([visible, prefetched.priority(.low)])

    _ = try await both.priority(.high).value()
    #expect(Set(told.all) == [.high, .low])
  }

  private static func telling(_ told: Events<WorkPriority>) -> Errand<Int> {
    .fromCallback { callback in
      told.record(callback.priority)
      callback.succeed(1)
    }
  }

  @Test("One download for all who ask for an address")
  func singleFlight() async throws {
    let (begun, gate) = (Events<URL>(), gate)
    func fetch(_ address: URL) -> Errand<Data> {
      Errand {
        begun.record(address)
        try await gate.wait()
        return Data([1])
      }
    }

    let downloads = SingleFlight<URL, Data>()

    func cover(at address: URL) -> Errand<Data> {
      downloads.share(fetch(address), for: address)
    }

    let address = try #require(URL(string: "https://example.com/cover"))
    let runs = (0..<3).map { _ in cover(at: address).run() }
    gate.open()
    for run in runs { #expect(try await run.value == Data([1])) }
    #expect(begun.all == [address])
  }

  @Test("One download, as an errand")
  func shared() async throws {
    let address = try #require(URL(string: "https://example.com/cover"))
    func fetch(_ address: URL) -> Errand<Data> { .success(Data([1])) }

    let downloads = SingleFlight<URL, Data>()
    let cover = downloads.share(fetch(address), for: address)

    #expect(try await cover.value() == Data([1]))
    #expect(downloads.count == 0)
  }

  @Test("A cover before others, and one behind them")
  func queued() throws {
    let (downloads, address, next) = (WorkQueue(limit: 1), "a", "b")
    func picture(at address: String) -> Errand<String> { waiting }

    let cover = picture(at: address).on(downloads).priority(.high)
    let later = picture(at: next).on(downloads).priority(.low)

    let runs = [cover.run(), later.run()]
    #expect(runs.map(\.priority) == [.high, .low])
    for run in runs { run.cancel() }
  }
}
