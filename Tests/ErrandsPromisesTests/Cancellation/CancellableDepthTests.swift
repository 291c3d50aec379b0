import ErrandsPromises
import ErrandsTesting
import Testing

/// Version 7 searched a list for each link that ended, so that a long chain took the square of its length.
@Suite("Deep cancellable chains, on half a megabyte of stack", .serialized, .timeLimit(.minutes(1)))
struct CancellableDepthTests {
  private let links = RuleSizes.chain

  @Test("Long ones are kept, cancelled and let go of", arguments: ["kept", "cancelled", "let go of"])
  func long(ending: String) async throws {
    let links = links
    try await leavingNothing { live in
      await withConfiguration {
        $0.logHandler = { _ in }
      } _: {
        await onThread {
          let (start, seal) = Promise<Int>.pending()
          let resolver = Kept(seal)
          let object = live.object("last handler")
          var end = start.cancellize()
          for number in 0..<links {
            end = number % 2 == 0 ? end.map(on: nil) { $0 + 1 } : end.ensure(on: nil) {}
          }
          end.ensure(on: nil) { withExtendedLifetime(object) {} }.cauterize()
          switch ending {
          case "kept": resolver.take()?.fulfill(0)
          case "cancelled": end.cancel()
          default: resolver.letGo()
          }
          #expect(end.value == (ending == "kept" ? links / 2 : nil))
          #expect(end.isCancelled == (ending == "cancelled"))
        }
      }
    }
  }

  @Test("Chains that were begun inside one another are cancelled, from without to within")
  func nested() async {
    let links = links
    let stopped = Events<Int>()
    await onThread {
      let (start, seal) = Promise<Int>.pending()
      seal.onCancel { stopped.record(1) }
      var inner = start.cancellize()
      for _ in 0..<links {
        let answer = inner
        inner = Promise.value(0).cancellize().then(on: nil) { _ in answer }
      }
      inner.cancel()
      stopped.record(inner.isRejected ? 2 : 3)
    }
    #expect(stopped.all == [1, 2])
  }
}
