import Testing

@testable import GalleryUpstream

@Suite("Artwork: colours")
struct ArtworkColourTests {
  @Test(
    "Known colours of the OKLab space are the right ones on a screen",
    arguments: [
      (Artwork.OKLCH(1, 0, 0), "#ffffff"),
      (Artwork.OKLCH(0, 0, 0), "#000000"),
      (Artwork.OKLCH(0.62796, 0.25768, 29.234), "#ff0000"),
      (Artwork.OKLCH(0.86644, 0.29483, 142.495), "#00ff00"),
      (Artwork.OKLCH(0.45201, 0.31321, 264.052), "#0000ff"),
      (Artwork.OKLCH(0.59987, 0, 0), "#808080"),
    ]
  )
  func known(colour: Artwork.OKLCH, hex: String) {
    #expect(colour.hex == hex)
  }

  @Test("A colour that no screen shows loses its chroma, not its lightness")
  func gamut() {
    #expect(Artwork.OKLCH(1, 0.3, 120).hex == "#ffffff")
    let loud = Artwork.OKLCH(0.5, 0.4, 190).hex
    #expect(loud != "#636363")
    #expect(loud.count == 7)
  }

  @Test("Mixing goes from one colour to the other, and complements meet in grey")
  func mixing() {
    let (red, cyan) = (Artwork.OKLCH(0.6, 0.12, 20), Artwork.OKLCH(0.6, 0.12, 200))
    #expect(red.mixed(with: cyan, 0).hex == red.hex)
    #expect(red.mixed(with: cyan, 1).hex == cyan.hex)
    #expect(red.mixed(with: cyan, 0.5).chroma < 0.001)
  }

  @Test("Lightness stays between black and white")
  func lighter() {
    #expect(Artwork.OKLCH(0.9, 0.1, 0).lighter(by: 0.5).lightness == 1)
    #expect(Artwork.OKLCH(0.1, 0.1, 0).lighter(by: -0.5).lightness == 0)
  }

  private static let palettes = (UInt64(0)..<1_000).map { seed in
    var random = SplitMix64(seed: seed)
    return Artwork.Palette(random: &random)
  }

  @Test("Every palette has inks that stand out from its ground")
  func contrast() {
    for palette in Self.palettes {
      #expect(palette.inks.count == 4)
      #expect(palette.visible.count >= 3)
      #expect(abs(palette.contrast.lightness - palette.ground.lightness) > 0.3)
      #expect(palette.visible.allSatisfy { abs($0.lightness - palette.ground.lightness) > 0.09 })
    }
  }

  @Test("The inks go from dark to light, and so do the tones between them")
  func ladder() {
    for palette in Self.palettes.prefix(200) {
      let tones = (0...20).map { palette.tone(Double($0) / 20).lightness }
      #expect(tones == tones.sorted())
      #expect(palette.tone(-1).hex == palette.inks[0].hex)
      #expect(palette.tone(2).hex == palette.inks[3].hex)
    }
  }

  @Test("The rise begins next to the ground and ends far from it")
  func rise() {
    for palette in Self.palettes.prefix(200) {
      let distance = { (colour: Artwork.OKLCH) in abs(colour.lightness - palette.ground.lightness) }
      #expect(distance(palette.rise(0)) < distance(palette.rise(1)))
    }
  }

  @Test("No dark ink is mud")
  func noMud() {
    // Dark yellow made brown suns and olive nights in the first sheets of covers.
    for palette in Self.palettes {
      for colour in palette.inks + [palette.night] where colour.lightness < 0.65 {
        let hue = colour.hue.truncatingRemainder(dividingBy: 360)
        #expect(!(45...140).contains(hue < 0 ? hue + 360 : hue))
      }
    }
  }
}
