import ErrandsTesting
import Foundation

/// Goes through the list from two real threads, element by element, each begun by both at the same moment.
func race<Element: Sendable>(
  over all: [Element],
  _ left: @escaping @Sendable (Element) -> Void,
  _ right: @escaping @Sendable (Element) -> Void
) async {
  await race(rounds: all.count) {
    left(all[$0])
  } _: {
    right(all[$0])
  }
}
