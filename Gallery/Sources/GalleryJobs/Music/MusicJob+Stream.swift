import Errands
import ErrandsLoading
import Foundation

extension MusicJob {
  /// An asynchronous sequence: the body is read as it arrives.
  func chartByStream() -> Errand<Chart> {
    Errand(name) { progress in
      let response = try await fetcher.response(for: request)
      var body = Data()
      for try await chunk in response.body {
        body.append(chunk)
        progress(completed: Int64(body.count), total: response.head.contentLength)
      }
      return try chart(from: FetchedData(head: response.head, body: body))
    }
  }
}
