import Foundation

/// A moment of a loop that ends where it began.
struct Moment: Sendable {
  /// From 0 up to, but without, 1.
  let phase: Double

  init(_ phase: Double) {
    self.phase = phase - phase.rounded(.down)
  }

  /// The moment a part of the loop later.
  func later(by part: Double) -> Moment { Moment(phase + part) }

  /// The moment of a loop that runs so many times while this one runs once.
  func times(_ count: Int) -> Moment { Moment(phase * Double(count)) }

  /// Degrees of a full turn.
  var turn: Double { phase * 360 }

  /// To one side and to the other, from 0 over 1 and -1 to 0.
  var swing: Double { sin(phase * 2 * .pi) }

  /// Up and down again, from 0 over 1 to 0, slow at both ends.
  var swell: Double { (1 - cos(phase * 2 * .pi)) / 2 }

  /// A jump and its landing, from 0 over 1 to 0, fast at both ends: a parabola, as for whatever falls.
  var jump: Double { 4 * phase * (1 - phase) }

  /// From 0 to 1, slow at both ends, for what looks at 1 as it did at 0.
  var stride: Double { phase - sin(phase * 2 * .pi) / (2 * .pi) }
}
