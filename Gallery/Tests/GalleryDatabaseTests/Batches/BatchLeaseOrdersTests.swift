import Foundation
import GalleryJobs
import Testing

/// Two servers and a clock, in every order in which they can do their steps.
///
/// What a step does is one transaction, and those are made one after the other by the stores; so these are all the ways in
/// which servers can come between one another, and not a sample of them.
@Suite("Leases, in every order of steps", .timeLimit(.minutes(2)))
struct BatchLeaseOrdersTests {
  @Test(
    "A member has one holder at a time, is told once and carried out in the end",
    arguments: BatchStores.allCases
  )
  func allOrders(_ kind: BatchStores) async throws {
    try await kind.with { store, time in
      let orders = Self.orders([3, 3, 2])
      #expect(orders.count == 560)
      for order in orders {
        var trial = Trial(store, time)
        try await trial.begin(members: 2)
        for body in order { try await trial.step(body) }
        try await trial.finish()
        #expect(trial.mistakes.isEmpty, "\(order): \(trial.mistakes)")
      }
    }
  }

  /// All orders of so many steps of each body, which keeps its own in their order.
  static func orders(_ counts: [Int]) -> [[Int]] {
    guard counts.contains(where: { $0 > 0 }) else { return [[]] }
    return counts.indices.filter { counts[$0] > 0 }.flatMap { body in
      var rest = counts
      rest[body] -= 1
      return orders(rest).map { [body] + $0 }
    }
  }
}

/// One order.
private struct Trial {
  private let store: any BatchStore
  private let time: TestTime
  private let id = UUID().uuidString
  private let workers = (0..<3).map { _ in BatchWorker(lease: .seconds(3)) }
  private var steps = [0, 0, 0]
  /// When each was heard of last, in seconds.
  private var renewed: [Double?] = [nil, nil, nil]
  private var held: [Set<Int>] = [[], [], []]
  private var carriedOut: Set<Int> = []
  private var told: [String] = []
  private(set) var mistakes: [String] = []

  init(_ store: any BatchStore, _ time: TestTime) {
    (self.store, self.time) = (store, time)
  }

  mutating func begin(members: Int) async throws { try await store.add(id, members) }

  /// 0 is a server that takes one member, renews, and records it; 1 is one that takes all, records what it has, and takes
  /// again; 2 is the clock, which goes on by more than half a lease at a time.
  mutating func step(_ body: Int) async throws {
    defer { steps[body] += 1 }
    switch (body, steps[body]) {
    case (0, 0): try await take(1, by: 0)
    case (0, 1):
      try await store.renew(workers[0], spent: [:])
      renewed[0] = now
    case (0, _): try await record(by: 0)
    case (1, 1): try await record(by: 1)
    case (1, _): try await take(.max, by: 1)
    default: time.advance(by: 1.6)
    }
  }

  /// Both servers die, and a third one comes.
  mutating func finish() async throws {
    time.advance(by: 3)
    try await take(.max, by: 2)
    try await record(by: 2)
    if carriedOut != [0, 1] { mistakes.append("carried out: \(carriedOut.sorted())") }
    if told.sorted() != ["\(id) 0 succeeded", "\(id) 1 succeeded", "\(id) end"] || told.last != "\(id) end" {
      mistakes.append("told: \(told)")
    }
    if try await store.take(for: workers[2]) != nil {
      mistakes.append("there is something to take at the end")
    }
    let kept = try await store.news(after: nil, of: id, limit: 10)
    if kept.words != told { mistakes.append("kept: \(kept.words)") }
  }

  private var now: Double { time.now.timeIntervalSince1970 }

  private func isAlive(_ worker: Int) -> Bool { renewed[worker].map { now - $0 < 3 } ?? false }

  private mutating func take(_ count: Int, by worker: Int) async throws {
    guard let work = try await store.take(count, for: workers[worker]) else { return }
    renewed[worker] = now
    for member in work.members.map(\.index) {
      for other in held.indices where other != worker && held[other].contains(member) && isAlive(other) {
        mistakes.append("\(member) is taken by \(worker), and \(other) lives")
      }
      if carriedOut.contains(member) { mistakes.append("\(member) is taken, and has an outcome") }
      held[worker].insert(member)
    }
  }

  private mutating func record(by worker: Int) async throws {
    guard !held[worker].isEmpty else { return }
    let news = try await store.succeed(held[worker].sorted(), of: id)
    told += news.words
    carriedOut.formUnion(held[worker])
    for other in held.indices { held[other].subtract(carriedOut) }
  }
}
