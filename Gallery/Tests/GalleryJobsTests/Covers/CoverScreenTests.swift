import Testing

@testable import GalleryJobs

@Suite("The views of a wall")
struct CoverScreenTests {
  @Test("A row that comes on screen gets the view of one that leaves")
  func reuse() {
    var screen = CoverScreen()
    let first = screen.move(to: 0..<4)
    #expect(first.shown.map(\.row) == [0, 1, 2, 3])
    #expect(Set(first.shown.map(\.view)).count == 4)
    let next = screen.move(to: 2..<6)
    #expect(next.shown.map(\.row) == [4, 5])
    #expect(Set(next.shown.map(\.view)) == Set(first.shown.prefix(2).map(\.view)))
    #expect(next.hidden.isEmpty)
  }

  @Test("However far it is scrolled, and in which steps, there are no more views than rows on screen")
  func constant() {
    var screen = CoverScreen()
    var views: Set<Int> = []
    var start = 0
    for step in 0..<2_000 {
      start = max(0, start + [1, 7, 40, -3, 500, -100][step % 6])
      let change = screen.move(to: start..<start + 12)
      views.formUnion(change.shown.map(\.view))
      #expect(change.hidden.isEmpty || step == 0)
    }
    #expect(views.count == 12)
  }

  @Test("A row that stays keeps its view, and nothing is done to it")
  func stays() {
    var screen = CoverScreen()
    _ = screen.move(to: 0..<3)
    let same = screen.move(to: 0..<3)
    #expect(same.shown.isEmpty && same.hidden.isEmpty)
  }

  @Test("Views that nobody needs are hidden, and taken first when more are needed again")
  func shrinks() {
    var screen = CoverScreen()
    let first = screen.move(to: 0..<5)
    let fewer = screen.move(to: 3..<5)
    #expect(Set(fewer.hidden) == Set(first.shown.prefix(3).map(\.view)))
    #expect(fewer.shown.isEmpty)
    let more = screen.move(to: 3..<8)
    #expect(Set(more.shown.map(\.view)) == Set(fewer.hidden))
    #expect(screen.move(to: 0..<0).hidden.count == 5)
    #expect(screen.rows.isEmpty)
  }

  @Test("A jump to somewhere else gives every view another row")
  func jump() {
    var screen = CoverScreen()
    let first = screen.move(to: 0..<3)
    let there = screen.move(to: 1_000_000..<1_000_003)
    #expect(there.shown.map(\.row) == [1_000_000, 1_000_001, 1_000_002])
    #expect(Set(there.shown.map(\.view)) == Set(first.shown.map(\.view)))
    #expect(there.hidden.isEmpty)
  }
}
