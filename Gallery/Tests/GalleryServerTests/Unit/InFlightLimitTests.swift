import Testing

@testable import GalleryServer

@Suite("A limit of what is in flight")
struct InFlightLimitTests {
  @Test("As many as allowed come in; one more is told to come again")
  func turnedAway() throws {
    let limit = InFlightLimit(2)
    let first = try limit.enter()
    _ = try limit.enter()
    let problem = #expect(throws: Problem.self) { _ = try limit.enter() }
    #expect(problem?.status == 503)
    #expect(problem?.retryAfter == 1)
    first.leave()
    _ = try limit.enter()
  }

  @Test("Those turned away take no place from those who come later")
  func turnedAwayOften() throws {
    let limit = InFlightLimit(1)
    let only = try limit.enter()
    for _ in 0..<100 { #expect(throws: Problem.self) { _ = try limit.enter() } }
    only.leave()
    _ = try limit.enter()
  }

  @Test("Of many who come at once, exactly as many as allowed come in")
  func manyAtOnce() async {
    let limit = InFlightLimit(7)
    let admitted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<500 {
        group.addTask {
          do {
            _ = try limit.enter()
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(admitted == 7)
  }

  /// Of three hundred clients that wanted one picture, which is made once, most were turned away.
  @Test("Work that is shared has one place, from the first who wants it to the last who leaves")
  func shared() throws {
    let limit = InFlightLimit(1)
    let first = try limit.enter(sharing: "cover")
    let second = try limit.enter(sharing: "cover")
    #expect(throws: Problem.self) { _ = try limit.enter(sharing: "another") }
    first.leave()
    #expect(throws: Problem.self) { _ = try limit.enter() }
    let third = try limit.enter(sharing: "cover")
    third.leave()
    second.leave()
    _ = try limit.enter(sharing: "another")
  }
}
