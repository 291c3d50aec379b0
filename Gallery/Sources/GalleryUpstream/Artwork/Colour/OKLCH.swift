import Foundation

extension Artwork {
  /// A colour as the eye measures it: lightness, chroma and hue of the OKLab space (Björn Ottosson, *A
  /// perceptual color space for image processing*, 2020). Equal steps look equal, so a rule about hues and
  /// lightness gives colours that go together, which the same rule in RGB or HSL does not.
  struct OKLCH: Hashable {
    /// 0 is black, 1 is white.
    var lightness: Double
    /// 0 is grey; what a screen can show ends between 0.1 and 0.3.
    var chroma: Double
    /// Degrees.
    var hue: Double

    init(_ lightness: Double, _ chroma: Double, _ hue: Double) {
      self.lightness = lightness
      self.chroma = chroma
      self.hue = hue
    }

    func lighter(by step: Double) -> OKLCH {
      OKLCH(min(1, max(0, lightness + step)), chroma, hue)
    }

    /// The colour part of the way to another, straight through OKLab, so that two complements meet in a
    /// quiet tone and not in a rainbow.
    func mixed(with other: OKLCH, _ part: Double) -> OKLCH {
      let (a1, b1) = plane
      let (a2, b2) = other.plane
      let a = a1 + (a2 - a1) * part
      let b = b1 + (b2 - b1) * part
      let degrees = atan2(b, a) * 180 / .pi
      return OKLCH(lightness + (other.lightness - lightness) * part, (a * a + b * b).squareRoot(), degrees)
    }

    private var plane: (a: Double, b: Double) {
      let angle = hue * .pi / 180
      return (chroma * cos(angle), chroma * sin(angle))
    }

    /// As SVG writes it: `#rrggbb`. A colour beyond the screen is made greyer until it fits, which keeps
    /// its lightness and hue.
    var hex: String {
      var fitting = self
      while !fitting.isInGamut, fitting.chroma > 0 {
        fitting.chroma = max(0, fitting.chroma - 0.004)
      }
      return fitting.linear.reduce(into: "#") { $0 += Self.hexByte(Self.encoded($1)) }
    }

    private var isInGamut: Bool {
      linear.allSatisfy { (-0.0005...1.0005).contains($0) }
    }

    /// Linear light of red, green and blue.
    private var linear: [Double] {
      let (a, b) = plane
      let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
      let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
      let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
      return [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
      ]
    }

    private func cube(_ value: Double) -> Double { value * value * value }

    /// The transfer function of sRGB (IEC 61966-2-1).
    private static func encoded(_ light: Double) -> Int {
      let clipped = min(1, max(0, light))
      let value = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1 / 2.4) - 0.055
      return Int((value * 255).rounded())
    }

    private static func hexByte(_ value: Int) -> String {
      let digits = String(value, radix: 16)
      return value < 16 ? "0" + digits : digits
    }
  }
}
