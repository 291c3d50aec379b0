import GalleryJobs

extension SQLiteBatchStore {
  /// Looks now and then whether something was told: the file says nothing by itself, and of a batch that another server on this
  /// folder carries out, who listens here heard nothing, not even its end.
  public func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let looking = Task {
      var last: BatchCursor?
      while !Task.isCancelled {
        // One that cannot be asked now is asked again.
        if let latest = try? await library.read({ try BatchCursor.latest(in: $0) }), latest != last {
          last = latest
          continuation.yield()
        }
        try? await Task.sleep(for: pause)
      }
    }
    continuation.onTermination = { _ in looking.cancel() }
    return stream
  }
}
