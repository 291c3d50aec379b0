import Errands
import ErrandsLoading
import Foundation
import Testing

@testable import GalleryJobs

@Suite("How far a batch of fetches is")
final class FetchBatchStateTests {
  private var state = FetchBatchState(
    addresses: ["/a", "/b"],
    own: OwnUpstream(URL(string: "http://127.0.0.1:1"))
  )
  private let cancelled = Result<DownloadedFile, any Error>.failure(CancellationError())

  private func receive(
    _ count: Int64,
    of total: Int64? = 100,
    by index: Int = 0,
    at milliseconds: Int
  )
    -> Duration?
  {
    state.receive(RunProgress(completed: count, total: total), by: index, at: .milliseconds(milliseconds))
  }

  private func report(of index: Int = 0, at milliseconds: Int) -> FetchProgress? {
    state.takeReport(of: index, at: .milliseconds(milliseconds))
  }

  private func hear(_ event: DownloadEvent, of index: Int) -> Bool { state.hear(event, of: index) }

  private func settle(_ index: Int, _ outcome: Result<DownloadedFile, any Error>) -> FetchResult? {
    state.settle(index, outcome)
  }

  @Test("Progress is told ten times a second at most, for each member")
  func pace() {
    #expect(receive(1, at: 0) == .zero)
    #expect(report(at: 0)?.completed == 1)
    #expect(receive(2, at: 30) == .milliseconds(70))
    #expect(receive(7, by: 1, at: 50) == .zero)
    #expect(receive(3, at: 99) == nil)
    #expect(report(at: 100)?.completed == 3)
    #expect(receive(4, at: 500) == .zero)
  }

  /// Counted from when it was to be told, two reports of a slow listener came at once.
  @Test("The time between two reports counts from when the first is really told")
  func late() {
    #expect(receive(1, at: 0) == .zero)
    #expect(report(at: 90)?.completed == 1)
    #expect(receive(2, at: 100) == .milliseconds(90))
  }

  @Test("A listener that is slow gets the newest, and no backlog")
  func newest() {
    #expect(receive(1, at: 0) == .zero)
    #expect(receive(2, at: 500) == nil)
    #expect(receive(3, of: nil, at: 900) == nil)
    #expect(report(at: 1000) == FetchProgress(index: 0, url: "/a", completed: 3, total: nil))
  }

  @Test("Nothing is told of a member behind its result")
  func over() {
    #expect(receive(1, at: 0) == .zero)
    #expect(settle(0, cancelled)?.bytes == 1)
    #expect(report(at: 0) == nil)
    #expect(receive(2, at: 1000) == nil)
    #expect(!hear(.trying(2), of: 0))
    #expect(settle(0, cancelled) == nil)
    #expect(state.summary == FetchSummary(fetched: 0, unchanged: 0, failed: 0, cancelled: 1, bytes: 1))
  }

  @Test("A result has what was heard of the tries")
  func facts() {
    #expect(hear(.trying(1), of: 1))
    #expect(hear(.receiving(path: "b", status: 200, resumedFrom: 0), of: 1))
    #expect(hear(.trying(2), of: 1))
    #expect(hear(.receiving(path: "b", status: 206, resumedFrom: 40), of: 1))
    let error = FetchError(URL(string: "http://127.0.0.1:1/b"), .truncated(received: 60, expected: 100))
    _ = receive(60, by: 1, at: 0)
    let result = settle(1, .failure(error))
    #expect(result?.status == .failed && result?.attempts == 2 && result?.httpStatus == 206)
    #expect(result?.resumedFrom == 40 && result?.bytes == 60 && result?.path == nil)
    #expect(result?.error == "/b broke off after 60 of 100 bytes; try again.")
  }

  @Test("What was never begun has no facts")
  func never() {
    #expect(settle(0, cancelled) == FetchResult(index: 0, url: "/a", status: .cancelled))
  }

  @Test("The status of a refusal is that of its answer")
  func refused() throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/a"))
    let answer = FetchedData(head: FetchHead(url: url, status: 404, fields: [:]), body: Data())
    let error = FetchError(url, .status(404, retryAfter: nil), answer: answer)
    #expect(settle(0, .failure(error))?.httpStatus == 404)
  }
}
