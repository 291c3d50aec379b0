extension Errand {
  /// One piece of work for many runs: a run that begins while another run is in flight shares its work, its
  /// progress and its outcome. The last subscriber to leave cancels the work; a run that begins after the
  /// work has ended begins it anew.
  ///
  /// It is a ``SingleFlight`` without a key. Where the same thing is asked for in several places, as an
  /// errand each time, use one with a key.
  ///
  /// ```swift
  /// let cover = picture(at: address).shared()
  /// ```
  public func shared() -> Errand {
    SingleFlight<Unkeyed, Value>().share(self, for: Unkeyed())
  }
}

/// The one key there is.
private struct Unkeyed: Hashable, Sendable {}
