import Testing

@testable import ErrandsTesting

@Suite("The trail of a schedule")
struct TrailTests {
  /// Every way through: `width` bodies are ready at each of `depth` choices, and the running one has the number of its
  /// choice before.
  private func ways(width: Int, depth: Int) -> [[Int]] {
    var trail = Trail()
    var ways: [[Int]] = []
    repeat {
      var way: [Int] = []
      for _ in 0..<depth { way.append(trail.choose(among: 1 << width - 1, running: way.last) ?? -1) }
      ways.append(way)
    } while trail.advance()
    return ways
  }

  @Test("leads to every schedule once, and the first one is that in which nobody is interrupted")
  func all() {
    let ways = ways(width: 3, depth: 4)
    #expect(ways.count == 81 && Set(ways).count == 81)
    #expect(ways.first == [0, 0, 0, 0])
    #expect(ways.allSatisfy { $0.allSatisfy { (0..<3).contains($0) } })
  }

  @Test("offers the running body first, and the others in the order of their numbers")
  func order() {
    var trail = Trail()
    var chosen: [Int?] = []
    repeat { chosen.append(trail.choose(among: 0b10110, running: 2)) } while trail.advance()
    #expect(chosen == [2, 1, 4])
  }

  @Test("forgets the choices behind the end of a schedule that was shorter")
  func shorter() {
    var trail = Trail()
    var schedules = 0
    repeat {
      schedules += 1
      // Only where the first one goes on there is a second choice.
      if trail.choose(among: 0b11, running: nil) == 0 { _ = trail.choose(among: 0b111, running: nil) }
    } while trail.advance()
    #expect(schedules == 4)
  }

  @Test("notices that others are ready than before, or another one runs")
  func divergence() {
    for (ready, running) in [(0b111, 0), (0b011, 1), (0b011, nil)] as [(Trail.Bodies, Int?)] {
      var trail = Trail()
      _ = trail.choose(among: 0b011, running: 0)
      _ = trail.choose(among: 0b011, running: 0)
      _ = trail.advance()
      #expect(trail.choose(among: ready, running: running) == nil)
    }
  }

  @Test("notices that a schedule has ended before it came to what was new in it")
  func endedEarly() {
    var trail = Trail()
    for _ in 0..<3 { _ = trail.choose(among: 0b11, running: 0) }
    _ = trail.advance()
    _ = trail.choose(among: 0b11, running: 0)
    _ = trail.choose(among: 0b11, running: 0)
    #expect(trail.endedEarly)
    _ = trail.choose(among: 0b11, running: 0)
    #expect(!trail.endedEarly)
  }

  @Test("follows the choices that it was told, and says which they were")
  func replay() {
    var trail = Trail(replaying: [2, 1])
    #expect(trail.choose(among: 0b111, running: 0) == 2)
    #expect(trail.choose(among: 0b011, running: 0) == 1)
    #expect(trail.choose(among: 0b011, running: 1) == 1)
    #expect(trail.taken == [2, 1, 0] && trail.length == 3)
    var impossible = Trail(replaying: [2])
    #expect(impossible.choose(among: 0b011, running: 0) == nil)
  }
}
