import Errands
import ErrandsTesting
import Testing

@testable import ErrandsLoading

/// Random loads, beside a model that looks through everything each time.
@Suite("An admission, step by step beside a naive one")
struct AdmissionModelTests {
  struct Setting: Sendable {
    var total = 4
    var perHost = 2
    var limit = 20
    var rate: NaiveAdmission.Rate?
    var hosts = 4
  }

  private static let settings = [
    Setting(), Setting(total: 1, perHost: 1), Setting(total: 10, perHost: 10, hosts: 1),
    Setting(total: 3, perHost: 8, limit: 5), Setting(total: 20, perHost: 2, limit: 200, hosts: 30),
    Setting(rate: .init(interval: 100, burst: 1)),
    Setting(total: 3, perHost: 3, rate: .init(interval: 40, burst: 3)),
    Setting(total: 50, perHost: 50, limit: 40, rate: .init(interval: 7, burst: 5), hosts: 10),
  ]

  @Test(
    "The same loads have places in the same order: never too many, and never too few",
    arguments: settings.indices,
    0..<6
  )
  func random(setting number: Int, seed: UInt64) {
    let setting = Self.settings[number]
    var generator = Seeded(state: seed)
    var model = NaiveAdmission(
      total: setting.total,
      perHost: setting.perHost,
      limit: setting.limit,
      rate: setting.rate
    )
    var table = AdmissionTable(
      total: setting.total,
      perHost: setting.perHost,
      waiting: setting.limit,
      rate: setting.rate.map { RateLimit(requests: 1, per: .milliseconds($0.interval), burst: $0.burst) }
    )
    var now = 0
    for id in 0..<1_500 {
      let time = Duration.milliseconds(now)
      let priority = WorkPriority.allCases.randomElement(using: &generator) ?? .normal
      let waiter = model.waiting.randomElement(using: &generator)?.id
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<5:
        let host = "host \(Int.random(in: 0..<setting.hosts, using: &generator))"
        let (given, refused) = model.enter(id, host, priority, at: now)
        #expect(table.enter(id, host, priority, at: time) == given)
        #expect(table.takeRefused() == refused)
      case 5..<8:
        guard let holder = model.inFlight.keys.sorted().randomElement(using: &generator) else { continue }
        #expect(table.release(holder, at: time) == model.release(holder, at: now))
      case 8:
        guard let waiter else { continue }
        // The timer may be late.
        now += Int.random(in: 0..<30, using: &generator)
        model.leave(waiter)
        #expect(table.withdraw(waiter, at: .milliseconds(now)) == model.advance(at: now))
      case 9:
        guard let waiter else { continue }
        now += Int.random(in: 0..<30, using: &generator)
        model.change(waiter, to: priority)
        #expect(table.change(waiter, to: priority, at: .milliseconds(now)) == model.advance(at: now))
      default:
        let next = now + Int.random(in: 0..<60, using: &generator)
        // Nothing may be due before the timer rings.
        while let alarm = table.alarm?.time, alarm <= .milliseconds(next) {
          while now < next, .milliseconds(now) < alarm {
            #expect(model.advance(at: now) == [])
            now += 1
          }
          #expect(table.ring() == model.advance(at: now))
        }
        now = next
        #expect(model.advance(at: now) == [])
      }
      check(table, model, setting)
    }
  }

  private func check(_ table: AdmissionTable, _ model: NaiveAdmission, _ setting: Setting) {
    #expect(Set(table.places.keys) == Set(model.inFlight.keys))
    #expect(table.state.counts == .init(inFlight: model.inFlight.count, waiting: model.waiting.count))
    #expect(table.state.counts.inFlight <= setting.total)
    for (host, counts) in table.state.countsByHost {
      #expect(counts.inFlight == model.inFlight(to: host))
      #expect(counts.waiting == model.waiting.count { $0.host == host })
      #expect(counts.inFlight <= setting.perHost)
    }
    if setting.rate == nil { #expect(table.alarm == nil) }
  }
}
