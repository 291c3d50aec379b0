import Testing

/// One scenario in one style.
struct Trial: Sendable, CustomTestStringConvertible {
  let style: any StyleUnderTest
  let scenario: Scenario

  var testDescription: String { "\(style.name), law \(scenario.law.rawValue). \(scenario.sentence)" }

  /// Every scenario in every style in which it means something.
  static let all: [Trial] = Styles.all.flatMap { style in
    Scenario.all.filter { $0.reason(against: style) == nil }.map { Trial(style: style, scenario: $0) }
  }
}
