import ErrandsLoading
import GalleryConnections
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

  @Test("One client has its share of the places, and leaves the rest to the others")
  func shares() throws {
    let (one, other) = (client("203.0.113.1"), client("203.0.113.2"))
    let limit = InFlightLimit(3, ofOneClient: 2)
    let first = try limit.enter(for: one)
    _ = try limit.enter(for: one)
    let problem = #expect(throws: Problem.self) { _ = try limit.enter(for: one) }
    #expect(problem?.status == 429)
    #expect(problem?.retryAfter == 1)
    #expect(problem?.detail.contains("2 pictures") == true)
    _ = try limit.enter(for: other)
    #expect(throws: Problem.self, "no place is left") { _ = try limit.enter(for: other) }
    first.leave()
    _ = try limit.enter(for: one)
  }

  @Test("A client that is refused takes no place from the others, nor from itself later")
  func refused() throws {
    let one = client("203.0.113.1")
    let limit = InFlightLimit(2, ofOneClient: 1)
    let first = try limit.enter(for: one)
    for _ in 0..<100 { #expect(throws: Problem.self) { _ = try limit.enter(for: one) } }
    _ = try limit.enter(for: client("203.0.113.2"))
    first.leave()
    _ = try limit.enter(for: one)
  }

  /// All tabs of one browser may want one picture, and so may all people behind one address.
  @Test("What a client wants several times has one place of its share, until the last has left")
  func sharedByOneClient() throws {
    let one = client("203.0.113.1")
    let limit = InFlightLimit(9, ofOneClient: 1)
    let first = try limit.enter(sharing: "cover", for: one)
    let second = try limit.enter(sharing: "cover", for: one)
    first.leave()
    #expect(throws: Problem.self) { _ = try limit.enter(sharing: "another", for: one) }
    second.leave()
    _ = try limit.enter(sharing: "another", for: one)
  }

  @Test("Work that two clients want counts for the share of each, and has one place in all")
  func sharedByClients() throws {
    let (one, other) = (client("203.0.113.1"), client("203.0.113.2"))
    let limit = InFlightLimit(2, ofOneClient: 1)
    let first = try limit.enter(sharing: "cover", for: one)
    let second = try limit.enter(sharing: "cover", for: other)
    #expect(throws: Problem.self) { _ = try limit.enter(sharing: "another", for: other) }
    first.leave()
    let third = try limit.enter(sharing: "another", for: one)
    second.leave()
    third.leave()
    _ = try limit.enter(for: other)
  }

  private func client(_ text: String) -> ClientAddress? { IPAddress(text).map { ClientAddress($0) } }
}
