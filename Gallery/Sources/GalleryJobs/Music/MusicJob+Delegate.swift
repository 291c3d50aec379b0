import Errands
import ErrandsLoading
import Foundation

extension MusicJob {
  /// A delegate: told of the response, of each piece of the body, and of the completion.
  func chartByDelegate() -> Errand<Chart> {
    Errand.fromCallback(name) { callback in
      let delegate = ChartDelegate(job: self, callback: callback)
      callback.keepAlive(delegate)
      let run = fetcher.run(request, delegate: delegate, on: .actor(delegate))
      callback.onCancel { run.cancel() }
    }
  }
}

/// Gathers the body as it comes, and settles with the chart in it. An actor, called on itself.
private actor ChartDelegate: FetchDelegate {
  private let job: MusicJob
  private let callback: Callback<Chart>
  private var head: FetchHead?
  private var body = Data()

  init(job: MusicJob, callback: Callback<Chart>) {
    self.job = job
    self.callback = callback
  }

  nonisolated func fetch(_ request: FetchRequest, didReceive head: FetchHead) {
    assumeIsolated { $0.head = head }
  }

  nonisolated func fetch(_ request: FetchRequest, didReceive chunk: Data) {
    assumeIsolated { delegate in
      delegate.body.append(chunk)
      let received = Int64(delegate.body.count)
      delegate.callback.report(completed: received, total: delegate.head?.contentLength)
    }
  }

  nonisolated func fetch(_ request: FetchRequest, didComplete outcome: Result<Void, any Error>) {
    assumeIsolated { $0.complete(outcome) }
  }

  private func complete(_ outcome: Result<Void, any Error>) {
    callback(
      Result {
        try outcome.get()
        let head = head ?? FetchHead(url: job.feed.url, status: 200, fields: [:])
        return try job.chart(from: FetchedData(head: head, body: body))
      }
    )
  }
}
