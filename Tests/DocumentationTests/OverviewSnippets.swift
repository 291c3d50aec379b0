import Dispatch
import Errands
import ErrandsTesting
import Foundation
import Testing

@Suite("The README's snippets of the core")
struct OverviewSnippets {
  struct Picture: Sendable, Equatable {
    let address: String
  }

  struct Chart: Sendable {
    let covers: [String]
  }

  private let addresses = ["first.jpeg", "second.jpeg"]
  private let loaded = [Picture(address: "first.jpeg"), Picture(address: "second.jpeg")]

  private func picture(at address: String) -> Errand<Picture> { .success(Picture(address: address)) }

  @Test("put work together", .timeLimit(.minutes(1)))
  func operators() async throws {
    let hidden = Gate()
    struct Spinner: Sendable {
      let hidden: Gate

      func hide() { hidden.open() }
    }
    let spinner = Spinner(hidden: hidden)
    let chart = Errand.success(Chart(covers: addresses))
    let pictures = { @Sendable (chart: Chart) in chart.covers.map { picture(at: $0) } }

    let covers =
      chart
      .timeout(after: .seconds(10))
      .retry(RetryPolicy(retries: 2))
      .flatMap { chart in Errand.all(pictures(chart)) }
      .ensure { spinner.hide() }

    #expect(try await covers.value() == loaded)
    #expect(hidden.isOpen)
  }

  @Test("make many runs one", .timeLimit(.minutes(1)))
  func group() async throws {
    let queue = DispatchQueue(label: "group")
    let shown = Events<Int>()
    let show: @Sendable ([Result<Picture, any Error>]) -> Void = { shown.record($0.count) }

    let batch = Group<Picture>()
    for address in addresses { batch.add(picture(at: address)) }
    batch.notify(on: .queue(queue)) { outcomes in show(outcomes) }

    #expect(try await shown.event(1) == 2)
  }

  @Test("wait for their turn", .timeLimit(.minutes(1)))
  func queue() async throws {
    let (fetchPage, fetchCover) = (picture(at: "page"), picture(at: "cover"))

    let downloads = WorkQueue("downloads", limit: 4)
    let page = downloads.add(fetchPage, priority: .high)
    let cover = downloads.add(fetchCover, after: [page])

    #expect(try await cover.run.value == Picture(address: "cover"))
  }

  @Test("look on", .timeLimit(.minutes(1)))
  func trace() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let chart = Errand("the chart") { Chart(covers: []) }

    let recording = try TraceRecording(to: url)
    _ = try await chart.value()
    let report = try await recording.stop()

    #expect(report.written > 0)
    #expect(try String(contentsOf: url, encoding: .utf8).contains("the chart"))
  }
}
