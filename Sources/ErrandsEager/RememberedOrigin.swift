import Errands

/// The lowest link of a long chain, for those above it. It holds as long as each of them has the source that it had.
@usableFromInline
package final class RememberedOrigin: Sendable {
  /// From so many steps on.
  static let leastDistance = 32

  private let link: Lock<(any EagerSource)?>

  init(_ link: any EagerSource) {
    self.link = Lock(link)
  }

  var lowest: (any EagerSource)? { link.withLock { $0 } }

  /// The link is freed outside the lock.
  func forget() { _ = link.withLock { $0.take() } }
}

extension EagerSource {
  /// What the outcome comes from in the end, below all the links.
  package var origin: any EagerSource {
    let (origin, steps) = walk()
    if steps > RememberedOrigin.leastDistance { rememberOrigin() }
    return origin
  }

  /// The same, of a chain of which a part is about to end: what were remembered now would be forgotten at once.
  package var originNow: any EagerSource { walk().origin }

  /// Links that wait for one another come from nothing but themselves. They are found out by a link that stays where the
  /// walk has been, twice as far each time (Brent, “An improved Monte Carlo factorization algorithm”, 1980).
  private func walk() -> (origin: any EagerSource, steps: Int) {
    var (origin, steps): (any EagerSource, Int) = (self, 0)
    var (passed, next): (any EagerSource, Int) = (self, 1)
    while let source = origin.source {
      if source === passed { return (self, 0) }
      (origin, steps) = (source, steps + 1)
      if steps == next { (passed, next) = (origin, 2 * next) }
    }
    return (origin, steps)
  }

  /// Has each link of a long chain know the lowest one: each errand at the end of 8,000 links walked through all of them.
  private func rememberOrigin() {
    var links: [(link: any EagerSource, source: any EagerSource)] = []
    var known: RememberedOrigin?
    var place: any EagerSource = self
    while known == nil, let source = place.source {
      links.append((place, source))
      let shortcut = source as? Shortcut
      known = shortcut?.validOrigin
      place = shortcut?.behind ?? source
    }
    // Of the last link the source may change without notice, and so may what the links know already.
    guard let last = links.popLast() else { return }
    let origin = known ?? RememberedOrigin(last.link)
    for (link, source) in links where !link.remember(origin, behind: source) {
      return origin.forget()
    }
  }
}

/// The source of a link which knows the lowest link of its chain.
final class Shortcut: EagerSource {
  /// The source proper.
  let behind: any EagerSource
  private let origin: RememberedOrigin

  init(_ behind: any EagerSource, _ origin: RememberedOrigin) {
    self.behind = behind
    self.origin = origin
  }

  // The link has ended, or has another source.
  deinit { origin.forget() }

  var validOrigin: RememberedOrigin? { origin.lowest == nil ? nil : origin }

  var source: (any EagerSource)? { origin.lowest ?? behind }

  func unsubscribe(with error: any Error) { behind.unsubscribe(with: error) }

  func unsubscribe(_ place: EagerPlace, with error: any Error, origin: (any EagerSource)?, tells: Bool) {
    behind.unsubscribe(place, with: error, origin: origin, tells: tells)
  }

  func leave(_ place: EagerPlace) { behind.leave(place) }

  func lend(_ priority: WorkPriority) -> (any EagerSource)? { behind }

  func forgetOrigin() { origin.forget() }
}
