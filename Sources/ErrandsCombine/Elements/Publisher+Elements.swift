extension Publisher where Output: Sendable {
  /// The publisher's values as an asynchronous sequence, of which none is lost.
  ///
  /// ```swift
  /// for await chart in charts.elements { print(chart.count) }
  /// ```
  ///
  /// OpenCombine's `values` has no buffer: of what comes while the reader is busy it keeps nothing, and
  /// leaving the loop does not cancel its publisher.
  public var elements: PublisherElements<Self> { PublisherElements(self) }
}
