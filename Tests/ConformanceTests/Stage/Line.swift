import ErrandsTesting

/// A line of a diagram as it is really drawn.
final class Line: Sendable {
  private let marbles = Events<Character>()

  var text: String { String(marbles.all) }
  var count: Int { marbles.count }

  func draw(_ marble: Character) { marbles.record(marble) }

  /// Waits until so many marbles and ticks have been drawn.
  func reaches(_ count: Int) async throws {
    if count > 0 { _ = try await marbles.event(count) }
  }

  /// Waits until so many outcomes have been drawn: whatever is neither a report nor a tick.
  func settles(times: Int = 1) async throws {
    var (number, left) = (0, times)
    while left > 0 {
      number += 1
      if try await !"123456789+-".contains(marbles.event(number)) { left -= 1 }
    }
  }
}
