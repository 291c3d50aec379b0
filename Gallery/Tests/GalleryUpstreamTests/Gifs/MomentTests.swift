import Testing

@testable import GalleryUpstream

@Suite("A moment of a loop")
struct MomentTests {
  @Test(
    "A moment after the end is one after the beginning",
    arguments: [(1.25, 0.25), (-0.25, 0.75), (3, 0)]
  )
  func wraps(phase: Double, wrapped: Double) {
    #expect(Moment(phase).phase == wrapped)
    #expect(Moment(0).later(by: phase).phase == wrapped)
  }

  @Test("What moves is at the end where it was at the beginning")
  func closes() {
    let (first, last) = (Moment(0), Moment(0.999_999))
    for path in [\Moment.swing, \.swell, \.jump] {
      #expect(abs(first[keyPath: path] - last[keyPath: path]) < 0.001)
    }
    #expect(abs(last.stride - 1) < 0.001)
    #expect(abs(last.turn - 360) < 0.001)
  }

  @Test("Half-way, what swells and what jumps is at its height, and what swings is back in the middle")
  func middle() {
    let middle = Moment(0.5)
    #expect(middle.swell == 1)
    #expect(middle.jump == 1)
    #expect(abs(middle.swing) < 0.001)
    #expect(abs(middle.stride - 0.5) < 0.001)
    #expect(Moment(0.25).times(2).phase == 0.5)
    #expect(Moment(0.75).times(2).phase == 0.5)
  }
}
