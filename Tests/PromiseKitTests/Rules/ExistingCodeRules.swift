import Dispatch
import PromiseKit
import Testing

@Suite("Existing code in Swift 5 mode", .serialized, .timeLimit(.minutes(1)))
struct ExistingCodeRules {
  @Test("Classes that are not Sendable travel through promises, and are changed by handlers")
  func mutableClasses() throws {
    let store = Store()
    let article = Article("Laws")
    store.articles = [1: article]
    #expect(try store.title(of: 1).wait() == "Laws")
    #expect(article.isRead)
    #expect(try store.title(of: 2).wait() == "untitled")
    #expect(store.log == ["read", "missing"])
  }

  @Test("Handlers change captured variables")
  func capturedVariables() throws {
    var heard: [String] = []
    var total = 0
    let end = Promise.value(3).done {
      total += $0
      heard.append("done")
    }.ensure {
      heard.append("ensure")
    }
    try end.wait()
    #expect(total == 3)
    #expect(heard == ["done", "ensure"])
  }

  @Test("A completion handler is sealed by name")
  func completionHandlers() throws {
    let store = Store()
    store.articles = [1: Article("Laws")]
    let found = Promise<Article> { store.legacyArticle(1, completion: $0.resolve) }
    #expect(try found.wait().title == "Laws")
    let missing = Promise { store.legacyArticle(2, completion: $0.resolve) }
    #expect(throws: StoreError.missing(2)) { try missing.wait() }
  }

  @Test("Generic functions without constraints take promises of anything")
  func genericFunctions() throws {
    let pair = try twice(Promise.value(Article("two"))).wait()
    #expect(pair.0 === pair.1)
    var notes: [String] = []
    #expect(try logged(Promise.value(7)) { notes.append($0) }.wait() == 7)
    #expect(notes == ["7", "ended"])
  }

  @Test("Extensions of Promise, Thenable and CatchMixin find what they are written with")
  func extensions() {
    #expect(Promise.value(1).onlyIf { $0 > 0 }.value == 1)
    #expect(Promise.value(-1).onlyIf { $0 > 0 }.error as? StoreError == .refused)
    #expect(Guarantee.value(5).described().value == "5")
    var note = ""
    #expect(Promise<Void>(error: StoreError.refused).noted { note = $0 }.isResolved)
    #expect(note == "refused")
  }

  @Test("A thenable of the application's own is followed, mapped and returned from handlers")
  func ownThenable() throws {
    let later = Later<Int>()
    let mapped = later.map(on: nil) { $0 + 1 }
    let returned = Promise.value(()).then(on: nil) { later }
    let bridged = Promise(later)
    #expect(mapped.isPending && returned.isPending && bridged.isPending)
    later.end(.fulfilled(1))
    #expect(mapped.value == 2)
    #expect(returned.value == 1)
    #expect(bridged.value == 1)
    #expect(later.isFulfilled)
  }

  @Test("A promise of an error, of any, of a function and of a tuple")
  func anythingGoes() throws {
    let anything: Promise<Any> = .value(Article("any"))
    #expect(anything.map(on: nil) { ($0 as? Article)?.title ?? "" }.value == "any")
    let function: Promise<(Int) -> Int> = .value { $0 + 1 }
    #expect(function.map(on: nil) { $0(1) }.value == 2)
    #expect(Promise.value((1, "one")).map(on: nil) { $0.1 }.value == "one")
    let errors: Promise<[Error]> = .value([StoreError.refused])
    #expect(errors.map(on: nil) { $0.count }.value == 1)
  }

  private func length(_ text: String) -> Int { text.count }
  private func fetch(_ number: Int) -> Promise<Article> { .value(Article("article \(number)")) }
  private func repair(_ error: Error) -> Promise<Article> { .value(Article("repaired")) }
  private func forget(_ error: Error) {}
  private func save(_ article: Article) throws {
    if article.isRead { throw StoreError.refused }
  }

  @Test("Functions, initializers and key paths stand in the place of closures")
  func functionsByName() throws {
    var heard: [String] = []
    func note(_ text: String) { heard.append(text) }
    #expect(try fetch(1).map(\.title).wait() == "article 1")
    #expect(try fetch(2).map(\.title).map(length).wait() == 9)
    #expect(try Promise.value(3).then(fetch).map(on: nil, \.title).wait() == "article 3")
    #expect(try Promise.value("4").compactMap(Int.init).wait() == 4)
    #expect(try Promise<Article>(error: StoreError.refused).recover(repair).wait().title == "repaired")
    Promise<Void>(error: StoreError.refused).recover(forget).wait()
    try fetch(5).done(save).wait()
    try fetch(6).get(on: nil, save).map(\.title).done(note).wait()
    #expect(heard == ["article 6"])
  }

  @Test("The same chain in the spelling of an application: handlers on main, one behind the other")
  func chainOnMain() {
    var steps: [String] = []
    let finished = DispatchSemaphore(value: 0)
    Promise.value(1).then { value -> Promise<Int> in
      dispatchPrecondition(condition: .onQueue(.main))
      steps.append("then")
      return .value(value + 1)
    }.map {
      steps.append("map")
      return $0 + 1
    }.tap { _ in
      steps.append("tap")
    }.done { value in
      steps.append("done \(value)")
      throw StoreError.refused
    }.ensure {
      steps.append("ensure")
    }.catch { error in
      steps.append("catch \(error)")
    }.finally {
      dispatchPrecondition(condition: .onQueue(.main))
      steps.append("finally")
      finished.signal()
    }
    finished.wait()
    #expect(steps == ["then", "map", "tap", "done 3", "ensure", "catch refused", "finally"])
  }
}
