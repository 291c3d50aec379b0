import Testing

@testable import GalleryUpstream

@Suite("What GIFs are drawn from")
struct GIFAnimationTests {
  private let gifs = GIFCatalogue(seed: 1).all

  @Test("Each moves, and the same each time")
  func moves() {
    for gif in gifs.prefix(GIFSubject.all.count) {
      let frames = gif.animation.frames(8)
      #expect(Set(frames.map(\.svg)).count > 4, "\(gif.title)")
      #expect(gif.animation.frames(8) == frames)
    }
  }

  @Test("Two of one subject are not the same picture")
  func distinct() {
    let moments = gifs.map { $0.animation.svg(Moment(0.4)) }
    #expect(Set(moments).count == gifs.count)
  }

  @Test("Half the frames take the same time altogether")
  func pace() {
    let animation = GIFAnimation(motif: Motifs.Cat(), seed: 1, frameCount: 12, delay: 80)
    #expect(animation.frames(12).map(\.delay) == Array(repeating: .milliseconds(80), count: 12))
    #expect(animation.frames(6).map(\.delay) == Array(repeating: .milliseconds(160), count: 6))
    #expect(
      animation.frames(6).map(\.svg) == stride(from: 0, to: 12, by: 2).map { animation.frames(12)[$0].svg }
    )
    // A still is shown for the whole of it; 960 ms in hundredths of a second.
    #expect(animation.frames(1).map(\.delay) == [.milliseconds(960)])
  }

  @Test("A cat blinks in the middle")
  func blink() {
    let animation = GIFAnimation(motif: Motifs.Cat(), seed: 1, frameCount: 12, delay: 80)
    let (open, shut) = (animation.svg(Moment(0)), animation.svg(Moment(0.5)))
    #expect(open.count(of: "<ellipse") - shut.count(of: "<ellipse") == 4)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
