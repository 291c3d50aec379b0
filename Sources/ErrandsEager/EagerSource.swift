import Errands

/// What the outcome of an eager cell comes from: another cell, the run of an errand, or work outside of the package.
@usableFromInline
package protocol EagerSource: AnyObject, Sendable {
  /// One subscriber less. The last one to unsubscribe cancels the source.
  func unsubscribe(with error: any Error)

  /// As ``unsubscribe(with:)``, where the ``origin`` of both is known already.
  func unsubscribe(with error: any Error, origin: any EagerSource)

  /// As ``unsubscribe(with:)``, where the handler is still to be told what comes of that.
  func detach(with error: any Error)

  /// The handler is of no use any more, and taken out; the source goes on, even if nothing else needs it.
  func leave()

  /// Sets what it comes from in the end aside, for those who ask. False, and no effect, where its source is another one
  /// by now.
  func remember(_ origin: RememberedOrigin, behind source: any EagerSource) -> Bool

  /// What is remembered below it does not hold any more.
  func forgetOrigin()

  /// What this one's own outcome comes from.
  var source: (any EagerSource)? { get }
}

extension EagerSource {
  @usableFromInline
  package var source: (any EagerSource)? { nil }

  @usableFromInline
  package func detach(with error: any Error) { unsubscribe(with: error) }

  @usableFromInline
  package func leave() {}

  @usableFromInline
  package func remember(_ origin: RememberedOrigin, behind source: any EagerSource) -> Bool { true }

  @usableFromInline
  package func forgetOrigin() {}

  /// What the outcome comes from in the end, below all the links.
  package var origin: any EagerSource {
    let (origin, steps) = walk()
    if steps > RememberedOrigin.leastDistance { rememberOrigin() }
    return origin
  }

  /// The same, of a chain of which a part is about to end: what were remembered now would be forgotten at once.
  package var originNow: any EagerSource { walk().origin }

  private func walk() -> (origin: any EagerSource, steps: Int) {
    var (origin, steps): (any EagerSource, Int) = (self, 0)
    while let next = origin.source { (origin, steps) = (next, steps + 1) }
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

  @usableFromInline
  package func unsubscribe(with error: any Error, origin: any EagerSource) { unsubscribe(with: error) }
}

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

  func unsubscribe(with error: any Error, origin: any EagerSource) {
    behind.unsubscribe(with: error, origin: origin)
  }

  func detach(with error: any Error) { behind.detach(with: error) }

  func leave() { behind.leave() }

  func forgetOrigin() { origin.forget() }
}

/// The place of one of the handlers of a cell. The first handler has none: its owner unsubscribes from the cell itself.
@usableFromInline
package final class Subscription<Value: Sendable>: EagerSource {
  private let cell: EagerSettlement<Value>
  private let place: WaitingHandler<Value>
  private let leaves: Bool

  @usableFromInline
  package init(_ cell: EagerSettlement<Value>, _ place: WaitingHandler<Value>, leaves: Bool) {
    self.cell = cell
    self.place = place
    self.leaves = leaves
  }

  @usableFromInline
  package var source: (any EagerSource)? { cell }

  @usableFromInline
  package func unsubscribe(with error: any Error) {
    cell.unsubscribe(place, leaves: leaves, with: error, origin: nil)
  }

  @usableFromInline
  package func unsubscribe(with error: any Error, origin: any EagerSource) {
    cell.unsubscribe(place, leaves: leaves, with: error, origin: origin)
  }

  @usableFromInline
  package func detach(with error: any Error) {
    cell.unsubscribe(place, leaves: false, with: error, origin: nil)
  }

  @usableFromInline
  package func leave() { cell.takeOut(place) }
}

/// Work outside of the package, known by how to stop it.
@usableFromInline
package final class StoppableWork: EagerSource {
  private let stop: @Sendable () -> Void

  @usableFromInline
  package init(_ stop: @escaping @Sendable () -> Void) {
    self.stop = stop
  }

  @usableFromInline
  package func unsubscribe(with error: any Error) { stop() }
}

extension AnyRun: EagerSource {
  @usableFromInline
  package final func unsubscribe(with error: any Error) { cancel() }
}
