import Dispatch
import PromiseKit
import Testing

/// As every view controller is: on the main actor by its class.
@MainActor
private class Controller {
  var title = ""
  let finished = DispatchSemaphore(value: 0)

  nonisolated init() {}

  func reload() { title += "." }
}

private final class ArticleController: Controller {
  func load(_ article: Promise<Article>) {
    article
      .map(on: .global()) { $0.title }
      .get { self.title = $0 }
      .ensure { self.reload() }
      .done(on: .main) { self.title += $0 }
      .catch { self.title = "\($0)" }
      .finally { self.finished.signal() }
  }
}

/// Handlers that were `@Sendable` to code in Swift 5 mode made a warning of each `self.title =` in a view controller.
@Suite("Main-actor classes in Swift 5 mode", .timeLimit(.minutes(1)))
struct MainActorRules {
  @Test("write to themselves in handlers, without a warning")
  func controller() {
    let controller = ArticleController()
    DispatchQueue.main.async { controller.load(.value(Article("laws"))) }
    controller.finished.wait()
    let read = DispatchSemaphore(value: 0)
    var title = ""
    DispatchQueue.main.async {
      title = controller.title
      read.signal()
    }
    read.wait()
    #expect(title == "laws.laws")
  }
}
