import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Rules of the end of a long chain", .timeLimit(.minutes(1)))
struct LongChainRules {
  private let callbacks = Events<Callback<Int>>()
  private let heard = Events<String>()

  private func work() -> Promise<Int> {
    Errand<Int>.fromCallback { [callbacks] in callbacks.record($0) }.promise()
  }

  private func chain(_ count: Int, behind promise: Promise<Int>) -> Promise<Int> {
    var last = promise
    for _ in 0..<count { last = last.map(on: nil) { $0 } }
    return last
  }

  private func hear(_ promise: Promise<Int>, _ name: String) {
    promise.onProgress(on: .immediate) { [heard] in heard.record("\(name) \($0.completed)") }
  }

  // Each of them walked down to the work: 8,000 errands behind 8,000 links took ten seconds and more.
  @Test("What is asked there does not walk through all of it each time")
  func scale() async {
    let last = chain(RuleSizes.chain, behind: work())
    await onThread {
      for _ in 0..<RuleSizes.chain { _ = last.errand().run() }
    }
    hear(last, "work")
    callbacks.all[0].report(completed: 5, total: 10)
    #expect(heard.all == ["work 5"])
    callbacks.all[0].succeed(1)
    #expect(last.value == 1)
  }

  @Test(
    "Work that a link in the middle goes on with is heard of there, though the work before was known already"
  )
  func another() {
    let first = work()
    let other = first.map(on: nil) { $0 }
    let middle = chain(50, behind: first)
    let recovered = middle.recover(on: nil, policy: .allErrors) { [self] _ in work() }
    let last = chain(50, behind: recovered)
    hear(last, "before")
    middle.cancel()
    hear(last, "behind")
    #expect(callbacks.count == 2 && other.isPending)
    callbacks.all[0].report(completed: 1, total: 10)
    callbacks.all[1].report(completed: 2, total: 10)
    #expect(heard.all.filter { $0.hasPrefix("behind") } == ["behind 2"])
    for callback in callbacks.all { callback.succeed(1) }
    #expect(last.value == 1 && other.value == 1)
  }

  @Test("One whose end is cancelled reaches the work, though that was known already")
  func cancelled() {
    let first = work()
    let last = chain(100, behind: first)
    hear(last, "work")
    last.cancel()
    #expect(first.isRejected && last.isRejected)
  }
}
