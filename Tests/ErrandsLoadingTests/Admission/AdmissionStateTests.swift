import Errands
import Testing

@testable import ErrandsLoading

@Suite("The state of an admission")
struct AdmissionStateTests {
  @Test("So many are in flight at once, and the next one waits until a place is given back")
  func total() {
    var table = AdmissionTable(total: 2)
    #expect(table.enter(1) == [1])
    #expect(table.enter(2, "b") == [2])
    #expect(table.enter(3, "c") == [])
    #expect(table.state.counts == .init(inFlight: 2, waiting: 1))
    #expect(table.release(1) == [3])
    #expect(table.state.counts == .init(inFlight: 2, waiting: 0))
  }

  /// A further try of the first of sixty waited for all the others, until the load's time was over.
  @Test(
    "One that has had a place goes before those that have come after it, and not before a more urgent one"
  )
  func again() throws {
    var table = AdmissionTable(total: 10, perHost: 1)
    #expect(table.enter(1) == [1])
    for id in 2...4 { table.enter(id) }
    let order = try #require(table.places[1]?.order)
    #expect(table.release(1) == [2])
    #expect(table.enter(1, since: order) == [])
    table.enter(5, "a", .high)
    #expect(table.release(2) == [5])
    #expect(table.release(5) == [1])
    #expect(table.places[1]?.order == order)
    #expect(table.release(1) == [3])
    #expect(table.release(3) == [4])
  }

  /// It has had its turn as a host.
  @Test("A host whose load comes again takes its turn behind the others")
  func againAmongHosts() throws {
    var table = AdmissionTable(total: 1)
    table.enter(1, "a")
    table.enter(2, "b")
    let order = try #require(table.places[1]?.order)
    table.enter(3, "c")
    #expect(table.release(1) == [2])
    table.enter(1, "a", since: order)
    #expect(table.release(2) == [3])
    #expect(table.release(3) == [1])
  }

  @Test("A host has so many of the places, and not more, however many are free")
  func perHost() {
    var table = AdmissionTable(total: 10, perHost: 2)
    for id in 1...4 { table.enter(id) }
    #expect(table.state.counts(of: "a") == .init(inFlight: 2, waiting: 2))
    #expect(table.enter(5, "b") == [5])
    #expect(table.release(5) == [])
    #expect(table.release(2) == [3])
  }

  /// With one limit for all, a host that did not answer had all of the places before long, and nothing was loaded.
  @Test("Who waits for a place of its host waits for none of the whole meanwhile")
  func hostBeforeWhole() {
    var table = AdmissionTable(total: 3, perHost: 2)
    for id in 1...10 { table.enter(id, "dead") }
    for id in 11...30 {
      #expect(table.enter(id, "live") == [id])
      table.release(id)
    }
    #expect(table.state.counts(of: "dead") == .init(inFlight: 2, waiting: 8))
  }

  @Test("Of a host, the most urgent goes first, and first come is first served among equals")
  func order() {
    var table = AdmissionTable(total: 1)
    table.enter(0)
    for (id, priority) in [WorkPriority.normal, .low, .high, .normal, .high].enumerated() {
      table.enter(id + 1, "a", priority)
    }
    var order: [Int] = []
    var last: Int? = 0
    while let id = last {
      last = table.release(id).first
      order += last.map { [$0] } ?? []
    }
    #expect(order == [3, 5, 1, 4, 2])
  }

  @Test("Between hosts, the most urgent goes first, though another has waited longer")
  func orderOfHosts() {
    var table = AdmissionTable(total: 1)
    table.enter(0)
    table.enter(1, "a")
    table.enter(2, "b", .high)
    table.enter(3, "c", .veryHigh)
    #expect(table.release(0) == [3])
    #expect(table.release(3) == [2])
    #expect(table.release(2) == [1])
  }

  /// In the order of arrival, ten thousand loads of one host were served before the first of another.
  @Test("Hosts of the same priority take turns, however many loads they have waiting")
  func turns() {
    var table = AdmissionTable(total: 1)
    table.enter(0, "z")
    for id in 1...5 { table.enter(id, "a") }
    for id in 11...13 { table.enter(id, "b") }
    table.enter(21, "c")
    var order = [0]
    while let last = order.last, let next = table.release(last).first { order.append(next) }
    #expect(order.dropFirst() == [1, 11, 21, 2, 12, 3, 13, 4, 5])
  }

  @Test("A host that comes back joins behind those that wait")
  func comesBack() {
    var table = AdmissionTable(total: 1)
    table.enter(0, "a")
    table.enter(1, "b")
    table.enter(2, "c")
    table.enter(3, "a")
    #expect(table.release(0) == [1])
    #expect(table.release(1) == [2])
    #expect(table.release(2) == [3])
  }

  @Test("A load that is raised goes before others, and one that is lowered behind those of its new priority")
  func priorities() {
    var table = AdmissionTable(total: 1)
    for id in 0...4 { table.enter(id) }
    table.change(3, to: .high)
    table.change(1, to: .low)
    #expect(table.release(0) == [3])
    table.change(1, to: .normal)
    #expect(table.release(3) == [2])
    #expect(table.release(2) == [4])
    #expect(table.release(4) == [1])
  }

  @Test("A load that is raised takes its host along, and one that was lowered again leaves it where it was")
  func hostPriority() {
    var table = AdmissionTable(total: 1)
    table.enter(0, "z")
    for (id, host) in ["a", "b", "c"].enumerated() { table.enter(id + 1, host) }
    table.change(2, to: .low)
    table.change(3, to: .high)
    table.change(3, to: .normal)
    #expect(table.release(0) == [1])
    table.change(2, to: .veryHigh)
    #expect(table.release(1) == [2])
    #expect(table.release(2) == [3])
  }

  @Test("To be given the priority that it has costs a load nothing")
  func samePriority() {
    var table = AdmissionTable(total: 1)
    for id in 0...2 { table.enter(id) }
    table.change(1, to: .normal)
    #expect(table.release(0) == [1])
  }

  /// A place that was given to one who had left was lost, and after so many of them nothing was loaded any more.
  @Test("Who leaves is passed over, and no place is lost")
  func leaving() {
    var table = AdmissionTable(total: 1)
    for id in 0...3 { table.enter(id) }
    table.withdraw(1)
    table.withdraw(2)
    table.withdraw(2)
    #expect(table.state.counts.waiting == 1)
    #expect(table.release(0) == [3])
    #expect(table.release(3) == [])
    #expect(table.state.counts == .init())
  }

  @Test("More than may wait are refused, and there is room again when one has left")
  func tooMany() {
    var table = AdmissionTable(total: 1, waiting: 2)
    for id in 0...3 { table.enter(id, "host") }
    #expect(table.takeRefused() == [3])
    #expect(table.errors == [.tooManyWaiting(host: "host", limit: 2)])
    table.withdraw(1)
    table.enter(4)
    #expect(table.takeRefused() == [])
    #expect(table.state.counts.waiting == 2)
  }

  @Test("Where none may wait, a load that need not wait has its place all the same")
  func noneMayWait() {
    var table = AdmissionTable(total: 2, waiting: 0)
    #expect(table.enter(1) == [1])
    #expect(table.enter(2, "b") == [2])
    table.enter(3, "c")
    #expect(table.takeRefused() == [3])
    #expect(table.state.hostCount == 2)
  }

  @Test("Limits of less than one are one, or nothing would ever be loaded", arguments: [0, -5])
  func least(limit: Int) {
    var table = AdmissionTable(total: limit, perHost: limit, waiting: limit)
    #expect(table.enter(1) == [1])
    table.enter(2)
    #expect(table.takeRefused() == [2])
  }

  @Test("A host without loads is forgotten")
  func forgotten() {
    var table = AdmissionTable(total: 2, perHost: 1)
    for id in 0..<100 { table.enter(id, "host \(id % 10)") }
    #expect(table.state.countsByHost.count == 10)
    for id in 0..<100 { table.withdraw(id) }
    for id in 0..<100 { table.release(id) }
    #expect(table.state.hostCount == 0)
    #expect(table.state.countsByHost.isEmpty)
  }

  // The timer was taken away with the one that left, and nothing rang for those behind it.
  @Test("Who leaves as a token comes, before the timer has rung for it, leaves the place to the next")
  func lateTimer() {
    var table = AdmissionTable(rate: RateLimit(requests: 1, per: .seconds(1)))
    for id in 0...3 { table.enter(id) }
    #expect(table.alarm?.time == .seconds(1))
    #expect(table.withdraw(1, at: .seconds(1)) == [2])
    #expect(table.change(3, to: .high, at: .seconds(2)) == [3])
  }

  // As with one that leaves: those of another host had their token, and nobody who would ring.
  @Test("A host that is closed as another one's token comes holds up nobody of that one")
  func lateTimerOfAnother() {
    var table = AdmissionTable(
      rate: RateLimit(requests: 1, per: .seconds(1)),
      breaker: CircuitBreaker(failures: 1, cooldown: .seconds(60))
    )
    for id in 0...1 { table.enter(id, "a") }
    table.enter(2, "b")
    #expect(table.report(.failed, of: 2, at: .seconds(1)) == [1])
  }

  @Test(
    "Of a hundred thousand hosts those are kept in mind whose buckets are not full",
    .timeLimit(.minutes(1))
  )
  func crowdOfHosts() {
    var table = AdmissionTable(rate: RateLimit(requests: 1, per: .seconds(1)))
    for id in 0..<100_000 {
      let now = Duration.milliseconds(10 * id)
      #expect(table.enter(id, "host \(id)", at: now) == [id])
      table.release(id, at: now)
    }
    // A hundred begin in a second, and twice as many may be there before they are looked through.
    #expect(table.state.hostCount < 300)
  }

  /// Two threads look at the clock and come in the other order: what was ready by the later time was not by the earlier one, and
  /// nobody asked again.
  @Test("An event that comes late with an earlier time takes nobody's readiness away")
  func timeGoesBack() {
    var table = AdmissionTable(total: 1, breaker: CircuitBreaker(failures: 1, cooldown: .seconds(30)))
    table.enter(1, "x")
    table.report(.failed, of: 1)
    table.release(1)
    #expect(table.enter(2, "y", at: .seconds(29)) == [2])
    #expect(table.enter(3, "x", at: .seconds(30)) == [])
    #expect(table.change(3, to: .high, at: .seconds(29)) == [])
    #expect(table.release(2, at: .seconds(31)) == [3])
  }
}
