import Errands
import Testing

@testable import ErrandsLoading

@Suite("The alarm of an admission")
struct AdmissionAlarmTests {
  private final class Timer: Cancellable {
    func cancel() {}
  }

  private func numberSet(_ answer: AdmissionAlarm.Answer) -> UInt64? {
    if case .set(let number, _, _) = answer { number } else { nil }
  }

  private func isKeep(_ answer: AdmissionAlarm.Answer) -> Bool {
    if case .keep = answer { true } else { false }
  }

  /// Sets it and hands over a timer.
  private func set(_ alarm: inout AdmissionAlarm, to time: Duration) throws -> (number: UInt64, timer: Timer)
  {
    let number = try #require(numberSet(alarm.move(to: time)))
    let timer = Timer()
    #expect(alarm.keep(timer, as: number) == nil)
    return (number, timer)
  }

  @Test("Where nothing is to be done there is none")
  func none() {
    var alarm = AdmissionAlarm()
    #expect(isKeep(alarm.move(to: nil)))
  }

  @Test("An earlier time takes the place of a later one, whose timer is to be cancelled")
  func earlier() throws {
    var alarm = AdmissionAlarm()
    let (first, timer) = try set(&alarm, to: .seconds(5))
    guard case .set(let number, let time, let former) = alarm.move(to: .seconds(3)) else {
      Issue.record("A timer that rings too late is replaced.")
      return
    }
    #expect(number != first)
    #expect(time == .seconds(3))
    #expect(former as? Timer === timer)
  }

  /// A load that leaves, and another that comes, would each make a timer otherwise.
  @Test("A timer that rings too early is kept")
  func later() throws {
    var alarm = AdmissionAlarm()
    _ = try set(&alarm, to: .seconds(5))
    #expect(isKeep(alarm.move(to: .seconds(5))))
    #expect(isKeep(alarm.move(to: .seconds(9))))
  }

  @Test("When nothing is left to be done, the timer is to be cancelled, once")
  func cancelled() throws {
    var alarm = AdmissionAlarm()
    let (_, timer) = try set(&alarm, to: .seconds(5))
    guard case .cancel(let former) = alarm.move(to: nil) else {
      Issue.record("A timer for nothing is cancelled.")
      return
    }
    #expect(former as? Timer === timer)
    #expect(isKeep(alarm.move(to: nil)))
  }

  @Test("When it has rung it can be set again, for any time")
  func rung() throws {
    var alarm = AdmissionAlarm()
    let (first, _) = try set(&alarm, to: .seconds(5))
    alarm.ring(first)
    let (second, _) = try set(&alarm, to: .seconds(9))
    #expect(second != first)
  }

  /// The timer for a second was cancelled while it rang, and what it stood for was forgotten with the one for the
  /// next: the loads of that host waited for ever.
  @Test("A timer that rings though it has been replaced is not heard")
  func replaced() throws {
    var alarm = AdmissionAlarm()
    let (first, _) = try set(&alarm, to: .seconds(5))
    let (_, timer) = try set(&alarm, to: .seconds(3))
    alarm.ring(first)
    #expect(isKeep(alarm.move(to: .seconds(3))))
    guard case .cancel(let former) = alarm.move(to: nil) else {
      Issue.record("The second timer is still set.")
      return
    }
    #expect(former as? Timer === timer)
  }

  @Test("A timer that is handed over when it is not needed any more is given back, to be cancelled")
  func handedOverLate() throws {
    var alarm = AdmissionAlarm()
    let (late, other) = (Timer(), Timer())
    let first = try #require(numberSet(alarm.move(to: .seconds(5))))
    let second = try #require(numberSet(alarm.move(to: .seconds(3))))
    #expect(alarm.keep(late, as: first) as? Timer === late)
    #expect(alarm.keep(other, as: second) == nil)
    let third = try #require(numberSet(alarm.move(to: .seconds(1))))
    _ = alarm.move(to: nil)
    #expect(alarm.keep(late, as: third) as? Timer === late)
  }

  @Test("A timer that has rung before it was handed over is given back, too")
  func rungBefore() throws {
    var alarm = AdmissionAlarm()
    let timer = Timer()
    let number = try #require(numberSet(alarm.move(to: .seconds(5))))
    alarm.ring(number)
    #expect(alarm.keep(timer, as: number) as? Timer === timer)
  }
}
