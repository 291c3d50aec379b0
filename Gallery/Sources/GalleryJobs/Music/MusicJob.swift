import Errands
import ErrandsLoading

/// Loads a chart of music, in any style.
public struct MusicJob: Sendable {
  let fetcher: Fetcher
  let feed: MusicFeed

  public init(fetcher: Fetcher, feed: MusicFeed) {
    self.fetcher = fetcher
    self.feed = feed
  }

  /// The chart, as an errand that is carried by this style.
  ///
  /// Where a country has none it fails with ``MusicFeedError/noChart(country:)``: no user has typed the address at
  /// which there is nothing.
  public func chart(by style: JobStyle) -> Errand<Chart> {
    let chart = carried(by: style)
    guard let country = feed.country else { return chart }
    return chart.mapError { error in
      guard case .status(404, _)? = (error as? FetchError)?.cause else { return error }
      return MusicFeedError.noChart(country: country)
    }
  }

  private func carried(by style: JobStyle) -> Errand<Chart> {
    switch style {
    case .async: chartByAsync()
    case .closure: chartByClosure()
    case .delegate: begunAnew(chartByDelegate())
    case .group: chartByGroup()
    case .stream: begunAnew(chartByStream())
    case .promise: chartByPromise()
    case .bolts: chartByBolts()
    case .operation: chartByOperation()
    case .publisher: chartByPublisher()
    }
  }

  /// The load of a form that hands on a body in pieces ends where the body breaks off, for nobody takes them back. A chart that has
  /// only gathered them can begin anew, within the same time and as often as the other styles' loads do by themselves.
  private func begunAnew(_ chart: Errand<Chart>) -> Errand<Chart> {
    let (configuration, url) = (fetcher.configuration, feed.url)
    return chart.retry(configuration.retry, clock: configuration.clock) { error in
      guard let error = error as? FetchError, case .truncated = error.cause else { return false }
      return configuration.isRetried(error)
    }
    .timeout(after: configuration.deadline, clock: configuration.clock) {
      FetchError(url, .timedOut(after: configuration.deadline))
    }
  }

  var request: FetchRequest { FetchRequest(feed.url, fields: ["Accept": "application/json"]) }

  /// The chart in a whole answer, and not more of it than was asked for.
  func chart(from fetched: FetchedData) throws -> Chart {
    let chart = try fetched.json(Chart.self)
    return feed.limit.map(chart.prefix) ?? chart
  }

  var name: String { "chart \(feed.url.redacted)" }
}
