public import Errands
public import Foundation

/// Where processes keep bytes together, on any number of machines, such that each thing is made by one of them. It stands
/// behind the tiers in memory and on disk that each has for itself, by way of ``SharedTransport``.
public protocol SharedTier: Sendable {
  /// What is under a key, or what `make` gives: by one process for all that ask at the same time.
  ///
  /// Where nothing can be kept, as it cannot be reached, each process makes it for itself. Fails with what `make` fails
  /// with.
  func value(for key: String, make: Errand<SharedValue>) -> Errand<Data>

  /// Removes what is under the keys of a part (``CachePart/contains(sharedKey:)``); what is being made for them is not kept. The
  /// caches that have been attached are purged of it, too: those of this process before the errand ends, those of the
  /// others soon, and those of a process that is away when it is back.
  ///
  /// Fails where it cannot be had from all of them.
  func purge(_ part: CachePart) -> Errand<Void>

  /// Has a cache of this process, which stands in front of the tier, purged of what is purged at any process, from now on
  /// and since it was attached last. Returns when it has been; where that cannot be known now, it is when it can. The tier does
  /// not keep it alive.
  func attach(_ cache: HTTPCache) async
}

/// What was made for a ``SharedTier``.
public struct SharedValue: Sendable {
  /// The bytes.
  public let data: Data
  /// For how long they may be kept: nil for as long as there is room, nothing where they are not to be kept.
  public let lifetime: Duration?

  /// Whether nothing in it comes from what this process keeps for itself. What is made of that is not kept where something has
  /// been purged of which this process has not heard yet.
  public let isFirstHand: Bool

  /// What was made, and for how long it may be kept.
  ///
  /// - Parameter isFirstHand: Default false: it may be made of what is kept in this process.
  public init(_ data: Data, lifetime: Duration?, isFirstHand: Bool = false) {
    self.data = data
    self.lifetime = lifetime
    self.isFirstHand = isFirstHand
  }
}
