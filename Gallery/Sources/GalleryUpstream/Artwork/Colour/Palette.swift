extension Artwork {
  /// The colours of one cover: a ground, and a few inks that go together by rule.
  struct Palette {
    /// How the hues of the inks lie to each other on the colour circle.
    enum Harmony: CaseIterable {
      case analogous, sunset, complementary, split, duotone

      /// Degrees from the first hue, for inks from dark to light.
      var turns: [Double] {
        switch self {
        case .analogous: [-35, -5, 25, 55]
        case .sunset: [-60, -10, 40, 85]
        case .complementary: [0, 18, 180, 200]
        case .split: [0, 145, 25, 215]
        case .duotone: [0, 8, 60, 75]
        }
      }
    }

    enum Ground: CaseIterable {
      case paper, night, colour
    }

    let ground: OKLCH
    /// Four colours from dark to light.
    let inks: [OKLCH]
    /// Nearly white and nearly black, both with a breath of colour.
    let paper: OKLCH
    let night: OKLCH

    init(random: inout SplitMix64) {
      let hue = random.double(0...360)
      let turns = random.pick(Harmony.allCases).turns
      let direction = random.chance(0.5) ? 1.0 : -1.0
      let chroma = random.double(0.11...0.175)
      let ladder = [0.40, 0.57, 0.71, 0.85]
      inks = zip(ladder, turns).map { lightness, turn in
        // Light colours carry less chroma before they glare; dark ones before they leave the screen.
        let damping = lightness > 0.8 ? 0.72 : 1
        return Self.clean(OKLCH(lightness, chroma * damping, hue + turn * direction))
      }
      paper = OKLCH(0.955, 0.018, random.chance(0.7) ? 85 : hue)
      let evening = random.chance(0.6) ? random.double(245...300) : hue + turns[0] * direction
      night = Self.clean(OKLCH(random.double(0.17...0.24), 0.035, evening))
      switch random.pick(Ground.allCases) {
      case .paper: ground = paper
      case .night: ground = night
      case .colour: ground = inks[random.pick([0, 0, 1, 3])]
      }
    }

    /// Dark yellow is no yellow but mud: a dark colour of the hues from orange to lime moves to rust or to
    /// leaf, whichever is nearer.
    private static func clean(_ colour: OKLCH) -> OKLCH {
      let hue = colour.hue.truncatingRemainder(dividingBy: 360)
      let turned = hue < 0 ? hue + 360 : hue
      guard colour.lightness < 0.65, (45...140).contains(turned) else { return colour }
      return OKLCH(colour.lightness, colour.chroma, turned < 95 ? 32 : 155)
    }

    var isDark: Bool { ground.lightness < 0.6 }

    /// Nearly white on a dark ground, nearly black on a light one.
    var contrast: OKLCH { isDark ? paper : night }

    /// The inks that stand out from the ground, nearest to it first.
    var visible: [OKLCH] {
      let distance = { (ink: OKLCH) in abs(ink.lightness - ground.lightness) }
      return inks.filter { distance($0) > 0.09 }.sorted { distance($0) < distance($1) }
    }

    /// A colour on the way through all inks, from the darkest at 0 to the lightest at 1.
    func tone(_ position: Double) -> OKLCH {
      let place = min(1, max(0, position)) * Double(inks.count - 1)
      let index = min(inks.count - 2, Int(place))
      return inks[index].mixed(with: inks[index + 1], place - Double(index))
    }

    /// A colour on the way from the ground to the contrast through the visible inks.
    func rise(_ position: Double) -> OKLCH {
      let steps = visible
      let place = min(1, max(0, position)) * Double(steps.count - 1)
      let index = max(0, min(steps.count - 2, Int(place)))
      return steps[index].mixed(with: steps[min(steps.count - 1, index + 1)], place - Double(index))
    }
  }
}
