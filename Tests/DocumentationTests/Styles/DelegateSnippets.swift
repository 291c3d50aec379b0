import Errands
import ErrandsTesting
import Testing

private protocol DownloadDelegate: AnyObject, Sendable {
  func download(didReceive bytes: Int64, of total: Int64)
  func download(didFinishWith text: String)
}

/// Older code, which holds its delegate weakly.
private final class Download: Sendable {
  func start(_ delegate: some DownloadDelegate) {
    Task { [weak delegate] in
      delegate?.download(didReceive: 2, of: 4)
      delegate?.download(didFinishWith: "text")
    }
  }

  func stop() {}
}

private final class DownloadListener: DownloadDelegate {
  private let callback: Callback<String>

  init(_ callback: Callback<String>) { self.callback = callback }

  func download(didReceive bytes: Int64, of total: Int64) { callback.report(completed: bytes, total: total) }
  func download(didFinishWith text: String) { callback.succeed(text) }
}

private final class Screen: RunDelegate {
  let heard = Events<String>()

  func run(_ run: Run<Int>, didReport progress: RunProgress) { heard.record("\(progress.completed)") }
  func run(_ run: Run<Int>, didSettle outcome: Result<Int, any Error>) { heard.record("settled") }
}

private final class Model: RunActionDelegate {
  let heard = Events<String>()

  func perform(_ action: RunEvent<Int>) {
    switch action {
    case .progress(let progress): heard.record("\(progress.completed)")
    case .settled: heard.record("settled")
    }
  }

  func modelDidLoad(_ outcome: Result<Int, any Error>) { heard.record("loaded") }
}

@Suite("The snippets of delegates", .timeLimit(.minutes(1)))
struct DelegateSnippets {
  @Test("Code that calls a delegate becomes an errand")
  func waysIn() async throws {
    let text = Errand<String>.fromCallback { callback in
      let download = Download()
      let listener = DownloadListener(callback)
      callback.keepAlive(listener)
      callback.onCancel { download.stop() }
      download.start(listener)
    }

    #expect(try await text.value() == "text")
  }

  @Test("An errand calls a delegate: a method for each event, one for all, or a method of its own")
  func waysOut() async throws {
    let (scope, screen, model) = (Scope(), Screen(), Model())
    let errand = Errand { progress in
      progress(completed: 1, total: 1)
      return 1
    }

    errand.run(delegate: screen, in: scope, on: .mainActor)
    errand.run(actions: model, in: scope, on: .mainActor)
    errand.run(for: model, in: scope, on: .mainActor) { model, outcome in model.modelDidLoad(outcome) }

    _ = try await screen.heard.first { $0 == "settled" }
    _ = try await model.heard.first { $0 == "settled" }
    _ = try await model.heard.first { $0 == "loaded" }
    #expect(screen.heard.all.last == "settled")
  }
}
