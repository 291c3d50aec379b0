import Dispatch
import Foundation
import PromiseKit
import Testing

@Suite("Rules of errors in Swift 5 mode", .serialized, .timeLimit(.minutes(1)))
struct ErrorRules {
  private struct Left: CancellableError {
    var isCancelled: Bool { true }
  }

  @Test("catch passes cancellations over, and finally runs (18, 19)")
  func cancellations() {
    let errors: [Error] = [PMKError.cancelled, Left(), CocoaError(.userCancelled), CancellationError()]
    for error in errors {
      #expect(error.isCancelled)
      var heard: [String] = []
      Promise<Article>(error: error).catch(on: nil) { _ in heard.append("catch") }
        .finally(on: nil) { heard.append("finally") }
      #expect(heard == ["finally"])
      Promise<Article>(error: error).catch(on: nil, policy: .allErrors) { _ in heard.append("catch") }
      #expect(heard == ["finally", "catch"])
    }
    #expect(!StoreError.refused.isCancelled)
  }

  @Test("The closure's type says which recover is meant, without on: too (20)")
  func recoverByType() {
    withConfiguration {
      conf.Q = (nil, nil)
      let failed = Promise<Void>(error: PMKError.cancelled)
      let promise = failed.recover { _ in Promise<Void>() }
      let guarantee = failed.recover { _ in Guarantee<Void>() }
      let nothing = failed.recover { _ in }
      let throwing = failed.recover { throw $0 }
      #expect(type(of: promise) == Promise<Void>.self)
      #expect(type(of: guarantee) == Guarantee<Void>.self)
      #expect(type(of: nothing) == Guarantee<Void>.self)
      #expect(type(of: throwing) == Promise<Void>.self)
      #expect(promise.isRejected && guarantee.isResolved && nothing.isResolved && throwing.isRejected)
    }
  }

  @Test("cauterize logs what is not a cancellation (21)")
  func cauterize() {
    var log: [Error] = []
    withConfiguration {
      conf.Q = (nil, nil)
      conf.logHandler = { event in
        if case .cauterized(let error) = event { log.append(error) }
      }
      Promise<Int>(error: PMKError.cancelled).cauterize()
      Promise<Int>(error: StoreError.refused).cauterize()
    }
    #expect(log.count == 1)
    #expect(log.first as? StoreError == .refused)
  }

  @Test("An error beats a value, and nothing at all is a fault (22)")
  func completions() {
    let nothing: Article? = nil
    let article: Article? = Article("one")
    let noError: Error? = nil
    let error: Error? = StoreError.refused
    #expect(Promise<Article> { $0.resolve(article, noError) }.value === article)
    #expect(Promise<Article> { $0.resolve(article, error) }.isRejected)
    #expect(Promise<Article> { $0.resolve(error, article) }.isRejected)
    let fault = Promise<Article> { $0.resolve(nothing, noError) }.error
    guard case PMKError.invalidCallingConvention? = fault else {
      Issue.record("not invalidCallingConvention")
      return
    }
  }

  @Test("Errors are matched as the application writes it")
  func matching() {
    var heard = ""
    Promise<Int>(error: StoreError.missing(3)).catch(on: nil) { error in
      switch error {
      case StoreError.missing(let number): heard = "missing \(number)"
      case PMKError.badInput, PMKError.emptySequence: heard = "PromiseKit"
      default: heard = "other"
      }
    }
    #expect(heard == "missing 3")
  }
}
