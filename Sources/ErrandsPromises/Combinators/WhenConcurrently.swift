import ErrandsEager

/// Takes promises from the iterator, `concurrently` of them at a time, until it gives none, and waits until all
/// are fulfilled.
///
/// ```swift
/// var covers = albums.makeIterator()
/// let downloads = AnyIterator { covers.next().map { download($0.cover) } }
/// when(fulfilled: downloads, concurrently: 4).done { self.show($0) }
/// ```
///
/// The iterator is called by one thread at a time: first by this one, and then by those that resolve the promises.
/// After a rejection, and when the whole is cancelled, no more is taken from it.
///
/// - Returns: The values in the order of the iterator; rejected with ``PMKError/badInput`` for a limit below 1.
public func when<It: IteratorProtocol>(
  fulfilled promiseIterator: sending It,
  concurrently: Int
) -> Promise<[It.Element.T]> where It.Element: Thenable {
  guard concurrently > 0 else { return Promise(error: PMKError.badInput) }
  let whole = Promise<[It.Element.T]>(source: nil)
  whole.pull(promiseIterator, limit: concurrently) { $0 }
  return whole
}

/// Takes promises from the iterator, `concurrently` of them at a time, until it gives none, and gives the results
/// of all. See ``when(fulfilled:concurrently:)``.
///
/// - Returns: The results in the order of the iterator; one ``PMKError/badInput`` for a limit below 1.
public func when<It: IteratorProtocol>(
  resolved promiseIterator: sending It,
  concurrently: Int
) -> Guarantee<[Result<It.Element.T>]> where It.Element: Thenable {
  guard concurrently > 0 else { return .value([.rejected(PMKError.badInput)]) }
  let whole = Guarantee<[Result<It.Element.T>]>(source: nil)
  whole.pull(promiseIterator, limit: concurrently, resultOfMember)
  return whole
}

extension EagerSettlement {
  fileprivate func pull<Source: IteratorProtocol, Member: Sendable>(
    _ source: sending Source,
    limit: Int,
    _ value:
      @escaping @Sendable (Swift.Result<Source.Element.T, any Error>) -> Swift.Result<Member, any Error>
  ) where Source.Element: Thenable, Value == [Member] {
    var source = source
    let puller = Puller({ source.next() }, limit: limit, into: self, value)
    puller.pull()
    setSource(PullerSource(puller))
  }
}
