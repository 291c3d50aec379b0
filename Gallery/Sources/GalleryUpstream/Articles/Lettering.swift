extension Artwork {
  /// Capitals and digits made of straight strokes, since a fresh machine has no fonts.
  enum Lettering {
    /// How many units of the grid a letter is high.
    static let height = 6.0

    /// The strokes of a letter, each a line through points of a grid: x from 0 to 4, y from 0 at the top to 6.
    /// Empty for what has no letter here.
    static func strokes(of letter: Character) -> [[Point]] {
      guard let drawing = drawings[letter] else { return [] }
      return drawing.split(separator: " ").map { stroke in
        let digits = stroke.compactMap(\.wholeNumberValue).map(Double.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { Point(x: digits[$0], y: digits[$0 + 1]) }
      }
    }

    /// Two digits for each point, a space between strokes.
    private static let drawings: [Character: String] = [
      "A": "062046 1434", "B": "0006 003041423303 033344453606", "C": "4130100105163645",
      "D": "00204244260600", "E": "40000646 0333", "F": "400006 0333", "G": "41301001051636454323",
      "H": "0006 4046 0343", "I": "0006", "J": "4045361605", "K": "0006 400346", "L": "000646",
      "M": "0600234046", "N": "06004640", "O": "103041453616050110", "P": "06003041423303",
      "Q": "103041453616050110 2446", "R": "06003041423303 2346", "S": "413010010213334445361605",
      "T": "0040 2026", "U": "000516364540", "V": "002640", "W": "0016233640", "X": "0046 4006",
      "Y": "002340 2326", "Z": "00400646",
      "0": "103041453616050110", "1": "011016", "2": "01103041420646", "3": "004022324345361605",
      "4": "36300444", "5": "4000023243453606", "6": "4130100105163645443303", "7": "004016",
      "8": "13020110304142331304051636454433", "9": "0516364541301001021343",
    ]
  }
}

extension Artwork.Canvas {
  /// Writes a line of capitals and digits; what has no letter is a space.
  ///
  /// - Parameters:
  ///   - start: The upper left corner.
  ///   - height: That of a capital, in units of the canvas.
  ///   - weight: The width of a stroke, as a part of the height.
  mutating func letters(
    _ text: String,
    at start: Artwork.Point,
    height: Double,
    weight: Double,
    _ paint: Artwork.Paint
  ) {
    let scale = height / Artwork.Lettering.height
    var left = start.x
    for letter in text {
      let strokes = Artwork.Lettering.strokes(of: letter)
      for stroke in strokes {
        let points = stroke.map { Artwork.Point(x: left + $0.x * scale, y: start.y + $0.y * scale) }
        line(Artwork.Path(through: points), paint, width: height * weight)
      }
      left += Self.advance(of: strokes) * scale
    }
  }

  /// How wide a line of capitals is, in units of the canvas.
  static func width(of text: String, height: Double) -> Double {
    let units = text.reduce(0) { $0 + advance(of: Artwork.Lettering.strokes(of: $1)) }
    return max(0, units - gap) * height / Artwork.Lettering.height
  }

  /// Between two letters, in units of their grid.
  private static let gap = 2.0

  private static func advance(of strokes: [[Artwork.Point]]) -> Double {
    (strokes.joined().map(\.x).max() ?? 1.5) + gap
  }
}
