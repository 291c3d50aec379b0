import Errands
import ErrandsLoading

extension GifsJob {
  /// Searches for a keyword. Progress counts the hits.
  ///
  /// More than 50 hits are gathered by several requests, one after the other. The run fails with
  /// ``GiphyError`` before anything is sent where the keyword or a number is out of bounds, or where Giphy
  /// refuses; with `FetchError` where it does not answer, or with something else.
  ///
  /// - Parameters:
  ///   - keyword: 1…50 characters, without the white space around them.
  ///   - limit: how many hits at most, 1…5000.
  ///   - offset: the place of the first, 0…4999. Giphy tells of none further back.
  public func search(_ keyword: String, limit: Int = 25, offset: Int = 0) -> Errand<GifPage> {
    Errand("gifs of \(keyword.prefix(Giphy.keywordLimit))") { progress in
      guard Giphy.limits.contains(limit) else { throw GiphyError.limit(limit, Giphy.limits) }
      var gathered = GifPage(hits: [], total: nil, offset: offset)
      var place = offset
      repeat {
        let count = min(limit - gathered.hits.count, Giphy.pageLimits.upperBound)
        let page = try await page(for: try giphy.request(for: keyword, limit: count, offset: place)).value()
        let isNew = gathered.append(page, upTo: limit)
        progress(completed: Int64(gathered.hits.count), total: nil)
        place += page.hits.count
        // A server that repeats itself would otherwise be asked for ever.
        guard isNew, place < page.total ?? (page.hits.count < count ? place : .max) else { break }
      } while gathered.hits.count < limit && Giphy.offsets.contains(place)
      return gathered
    }
  }
}
