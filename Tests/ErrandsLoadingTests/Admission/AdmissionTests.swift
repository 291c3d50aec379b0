import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

extension Admission {
  /// An admission with limits that a test has changed.
  static func with(
    clock: any Clock<Duration> = ContinuousClock(),
    _ change: (inout Limits) -> Void
  ) -> Admission {
    var limits = Limits()
    change(&limits)
    return Admission(limits: limits, clock: clock)
  }

  /// A run that waits for a place, or has one.
  func run(_ host: String = "a", priority: WorkPriority = .normal) throws -> Run<AdmissionPlace> {
    try place(for: URL(fetching: "https://\(host)/page")).priority(priority).run()
  }
}

extension Run<AdmissionPlace> {
  var hasPlace: Bool { place != nil }
  var place: AdmissionPlace? { try? outcome?.get() }
  var refusal: AdmissionError? {
    guard case .failure(let error)? = outcome else { return nil }
    return error as? AdmissionError
  }
}

@Suite("An admission", .timeLimit(.minutes(1)))
struct AdmissionTests {
  @Test("What can begin begins in the call, and what cannot when a place is given back, in that call")
  func inTheCall() throws {
    let admission = Admission.with { $0.total = 1 }
    let (first, second) = (try admission.run(), try admission.run("b"))
    #expect(first.hasPlace)
    #expect(second.outcome == nil)
    first.place?.release()
    #expect(second.hasPlace)
  }

  @Test("A place is given back when it is released or let go of, and once if both")
  func givenBack() throws {
    let admission = Admission.with { $0.total = 2 }
    var first: Run? = try admission.run()
    let runs = try (0..<3).map { _ in try admission.run() }
    #expect(runs.map(\.hasPlace) == [true, false, false])
    first?.place?.release()
    first?.place?.release()
    #expect(runs.map(\.hasPlace) == [true, true, false])
    first = nil
    #expect(runs.map(\.hasPlace) == [true, true, false])
    var last: Run? = try admission.run("b")
    #expect(last?.hasPlace == false)
    runs[0].place?.release()
    #expect(runs[2].hasPlace)
    runs[1].place?.release()
    #expect(last?.hasPlace == true)
    last = nil
    #expect(admission.counts.inFlight == 1)
    #expect(first == nil && last == nil)
  }

  @Test("Nothing begins before the errand is run, and each run has a place of its own")
  func cold() throws {
    let admission = Admission()
    let place = admission.place(for: try URL(fetching: "https://a/"))
    #expect(admission.counts == .init())
    let runs = [place.run(), place.run()]
    #expect(admission.counts.inFlight == 2)
    withExtendedLifetime(runs) {}
  }

  @Test("A host is told by scheme, name and port, and by nothing else")
  func hosts() throws {
    let admission = Admission.with { $0.perHost = 1 }
    let same = ["http://Example.com/a", "http://example.com:80/b?c", "http://me:secret@EXAMPLE.com/#d"]
    let others = ["https://example.com/", "http://example.com:8080/", "http://www.example.com/"]
    let runs = try (same + others).map { admission.place(for: try URL(fetching: $0)).run() }
    #expect(runs.map(\.hasPlace) == [true, false, false, true, true, true])
    #expect(runs.map(\.name).allSatisfy { !$0.contains("secret") })
    #expect(admission.counts == .init(inFlight: 4, waiting: 2))
    #expect(admission.counts(for: try URL(fetching: same[1])) == .init(inFlight: 1, waiting: 2))
    #expect(admission.counts(for: try URL(fetching: "http://nobody/")) == .init())
    #expect(
      admission.countsByHost == [
        "http://example.com": .init(inFlight: 1, waiting: 2), "https://example.com": .init(inFlight: 1),
        "http://example.com:8080": .init(inFlight: 1), "http://www.example.com": .init(inFlight: 1),
      ]
    )
  }

  @Test("The defaults are 64 in flight, 8 of them to one host, and 10,000 that wait")
  func defaults() throws {
    let admission = Admission()
    let runs = try (0..<10).flatMap { host in try (0..<9).map { _ in try admission.run("host\(host)") } }
    #expect(admission.counts == .init(inFlight: 64, waiting: 26))
    #expect(admission.countsByHost["https://host0"] == .init(inFlight: 8, waiting: 1))
    #expect(admission.limits.waiting == 10_000)
    #expect(admission.limits.rate == nil && admission.limits.breaker == nil)
    withExtendedLifetime(runs) {}
  }

  @Test("A host may have limits of its own, for each of its ports, however its name is written")
  func ownLimits() throws {
    let admission = Admission.with {
      $0.perHost = 1
      $0.hosts = ["slow.example": .init(inFlight: 2)]
    }
    let runs = try ["slow.example", "SLOW.example", "slow.example", "slow.example:81", "a", "a"].map {
      try admission.run($0)
    }
    #expect(runs.map(\.hasPlace) == [true, true, false, true, true, false])
    #expect(admission.limits.limits(forHost: "Slow.Example").inFlight == 2)
    #expect(admission.limits.limits(forHost: "a") == .init(inFlight: 1))
    #expect(Admission.HostLimits() == Admission.Limits().limits(forHost: "a"))
  }

  /// All of the places were held by a host that had gone down, and the loads of every other host waited for the
  /// deadline of its loads.
  @Test("A host that does not answer holds up no other")
  func deadHost() throws {
    let admission = Admission.with { ($0.total, $0.perHost) = (4, 3) }
    let dead = try (0..<100).map { _ in try admission.run("dead", priority: .veryHigh) }
    for _ in 0..<100 {
      let live = try admission.run("live")
      #expect(live.hasPlace)
      live.place?.release()
    }
    #expect(dead.count(where: \.hasPlace) == 3)
    #expect(admission.counts(for: try URL(fetching: "https://dead")) == .init(inFlight: 3, waiting: 97))
  }

  @Test("Too many are refused with a sentence that names the host and the limit")
  func refused() throws {
    let admission = Admission.with { ($0.total, $0.waiting) = (1, 1) }
    let runs = try (0..<3).map { _ in try admission.run("a") }
    #expect(runs[2].refusal == .tooManyWaiting(host: "https://a", limit: 1))
    #expect(
      runs[2].refusal?.localizedDescription
        == "No load from https://a is taken on: 1 load waits already, which is the limit; "
        + "try again later, or raise the limit."
    )
    #expect(runs[1].outcome == nil)
    #expect(AdmissionError.tooManyWaiting(host: "h", limit: 20).description.contains("20 loads wait already"))
  }

  // MARK: Priorities

  @Test("The run with the highest priority goes first, and first come is first served among equals")
  func priorities() throws {
    let admission = Admission.with { $0.total = 1 }
    var last = try admission.run()
    let priorities: [WorkPriority] = [.low, .normal, .high, .normal]
    let runs = try priorities.map { try admission.run(priority: $0) }
    for next in [2, 1, 3, 0] {
      last.place?.release()
      last = runs[next]
      #expect(last.hasPlace)
    }
  }

  @Test("A run that is raised or lowered while it waits goes where it belongs by now")
  func changedPriorities() throws {
    let admission = Admission.with { $0.total = 1 }
    let holder = try admission.run()
    let runs = try ["a", "a", "b"].map { try admission.run($0) }
    runs[0].priority = .low
    runs[2].priority = .high
    holder.place?.release()
    #expect(runs.map(\.hasPlace) == [false, false, true])
    runs[2].place?.release()
    #expect(runs.map(\.hasPlace) == [false, true, true])
    runs[1].priority = .veryLow
    runs[1].place?.release()
    #expect(runs[0].hasPlace)
  }

  @Test("A run that is raised, and then has the priority that it came with, goes before nobody")
  func thereAndBack() throws {
    let admission = Admission.with { $0.total = 1 }
    let holder = try admission.run()
    let runs = try (0..<2).map { _ in try admission.run() }
    for priority in [.high, .normal] as [WorkPriority] { runs[1].priority = priority }
    holder.place?.release()
    #expect(runs.map(\.hasPlace) == [true, false])
  }

  @Test("A run that an urgent one waits for is as urgent")
  func inheritedPriority() throws {
    let admission = Admission.with { $0.total = 1 }
    let holder = try admission.run()
    let first = try admission.run()
    let urgent = try admission.place(for: URL(fetching: "https://b/")).map { $0 }.run()
    urgent.priority = .high
    holder.place?.release()
    #expect(first.outcome == nil)
    #expect(urgent.hasPlace)
  }

  // MARK: Lifetimes

  @Test("As long as a load waits the admission is there, and then it is gone")
  func lifetime() async throws {
    var admission: Admission? = Admission.with { $0.total = 1 }
    weak let weakAdmission = admission
    var holder = try admission?.run()
    var waiting = try admission?.run()
    admission = nil
    holder = nil
    #expect(waiting?.hasPlace == true)
    waiting = nil
    #expect(weakAdmission == nil)
    #expect(holder == nil && waiting == nil && admission == nil)
  }

  @Test("A load that waits and that nobody holds any more is served, and its place given on")
  func nobodyHolds() throws {
    let admission = Admission.with { $0.total = 1 }
    let holder = try admission.run()
    _ = try admission.run()
    let last = try admission.run()
    holder.place?.release()
    #expect(last.hasPlace)
  }

  /// Each place that nobody wanted was given on inside the end of the one before: the stack of the thread ended
  /// after some ten thousand.
  @Test("A hundred thousand that let go of their places at once need no deep stack")
  func deep() async throws {
    let admission = Admission.with { ($0.total, $0.waiting) = (1, 100_000) }
    let url = try URL(fetching: "https://a/")
    let (served, place) = (Events<Int>(), admission.place(for: url))
    let holder = place.run()
    for number in 0..<100_000 where number % 2 == 0 {
      _ = place.run()
      place.run().whenSettled(on: .immediate) { _ in if number % 10_000 == 0 { served.record(number) } }
    }
    await onThread { holder.place?.release() }
    #expect(served.all == Array(stride(from: 0, to: 100_000, by: 10_000)))
    #expect(admission.counts == .init())
  }

  @Test("What follows a wait has the task-local values of its caller, and not of the thread that made room")
  func taskLocals() throws {
    let admission = Admission.with { $0.total = 1 }
    let holder = try admission.run()
    let url = try URL(fetching: "https://a/")
    let run = Self.$caller.withValue("waiting") {
      admission.place(for: url).map { _ in Self.caller }.run()
    }
    Self.$caller.withValue("releasing") { holder.place?.release() }
    #expect(try run.outcome?.get() == "waiting")
  }

  @TaskLocal private static var caller = "nobody"
}
