import ErrandsPromises
import ErrandsTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Rules of errors and cancellations", .serialized, .timeLimit(.minutes(1)))
struct ErrorRules {
  private struct Left: CancellableError {
    let isCancelled: Bool
  }

  private static let cancellations: [any Error] = [
    PMKError.cancelled, Left(isCancelled: true), URLError(.cancelled), CocoaError(.userCancelled),
    CancellationError(),
  ]

  private static let others: [any Error] = [
    PMKError.badInput, Left(isCancelled: false), URLError(.timedOut), CocoaError(.coderInvalidValue),
    Broken(),
  ]

  @Test("isCancelled is true for what stands for a cancellation, Swift's own error too (18)")
  func isCancelled() {
    for error in Self.cancellations { #expect(error.isCancelled, "\(error)") }
    for error in Self.others { #expect(!error.isCancelled, "\(error)") }
    // Not so in the original: it was there before Swift's CancellationError, and showed alerts for it.
    #expect(CancellationError().isCancelled)
  }

  @Test("catch passes cancellations over, and finally runs all the same (19)")
  func catchSkipsCancellations() {
    for error in Self.cancellations {
      let heard = Events<String>()
      Promise<Int>(error: error).catch(on: nil) { _ in heard.record("catch") }
        .finally(on: nil) { heard.record("finally") }
      #expect(heard.all == ["finally"])
    }
  }

  @Test("catch with the policy for all errors hears of cancellations (19)")
  func catchAll() {
    for error in Self.cancellations + Self.others {
      let heard = Events<String>()
      Promise<Int>(error: error).catch(on: nil, policy: .allErrors) { _ in heard.record("catch") }
        .finally(on: nil) { heard.record("finally") }
      #expect(heard.all == ["catch", "finally"])
    }
  }

  @Test("The policy of catch and recover is the configured one where none is given (19, 20)")
  func configuredPolicy() async {
    await withConfiguration {
      $0.catchPolicy = .allErrors
    } _: {
      let heard = Events<String>()
      let cancelled = Promise<Int>(error: PMKError.cancelled)
      cancelled.catch(on: nil) { _ in heard.record("catch") }
      #expect(heard.all == ["catch"])
      #expect(cancelled.recover(on: nil) { _ in Promise.value(1) }.value == 1)
    }
  }

  @Test("recover with a policy passes cancellations through (20)")
  func recoverPassesCancellations() {
    let cancelled = Promise<Int>(error: PMKError.cancelled)
    #expect(cancelled.recover(on: nil) { _ in Promise.value(1) }.isRejected)
    #expect(cancelled.recover(on: nil, policy: .allErrors) { _ in Promise.value(1) }.value == 1)
    let nothing = Promise<Void>(error: PMKError.cancelled)
    #expect(nothing.recover(on: nil) { error in throw error }.isRejected)
    #expect(nothing.recover(on: nil, policy: .allErrors) { error throws in _ = error }.isFulfilled)
  }

  @Test("recover to a guarantee, or to nothing without throwing, takes every error (20)")
  func recoverWithoutErrors() {
    for error in Self.cancellations + Self.others {
      let guarantee: Guarantee<Int> = Promise<Int>(error: error).recover(on: nil) { _ in Guarantee.value(1) }
      #expect(guarantee.value == 1)
      let nothing: Guarantee<Void> = Promise<Void>(error: error).recover(on: nil) { _ in }
      #expect(nothing.isFulfilled)
    }
  }

  @Test("What recover's closure returns, and whether it throws, says which recover it is (20)")
  func recoverByType() {
    let failed = Promise<Void>(error: Broken())
    let promise = failed.recover(on: nil) { _ in Promise<Void>() }
    let guarantee = failed.recover(on: nil) { _ in Guarantee<Void>() }
    let nothing = failed.recover(on: nil) { _ in }
    let throwing = failed.recover(on: nil) { error in throw error }
    #expect(type(of: promise) == Promise<Void>.self)
    #expect(type(of: guarantee) == Guarantee<Void>.self)
    #expect(type(of: nothing) == Guarantee<Void>.self)
    #expect(type(of: throwing) == Promise<Void>.self)
  }

  @Test("cauterize logs errors, and says nothing of cancellations (21)")
  func cauterize() async {
    let log = Events<Int>()
    await withConfiguration {
      $0.logHandler = { event in
        guard case .cauterized(let error as Broken) = event else { return log.record(0) }
        log.record(error.number)
      }
      $0.Q.return = nil
    } _: {
      for error in Self.cancellations { Promise<Int>(error: error).cauterize() }
      #expect(log.all == [])
      Promise<Int>(error: Broken(number: 3)).cauterize()
    }
    #expect(log.all == [3])
  }

  @Test("finally runs behind cauterize, for whatever there was (21)")
  func finallyBehindCauterize() async {
    await withConfiguration {
      $0.Q.return = nil
    } _: {
      let heard = Events<Int>()
      Promise<Int>(error: PMKError.cancelled).cauterize().finally(on: nil) { heard.record(1) }
      Promise.value(1).cauterize().finally(on: nil) { heard.record(2) }
      #expect(heard.all == [1, 2])
    }
  }

  @Test("A completion handler with nothing at all is a fault of its own; an error beats a value (22)")
  func completions() {
    #expect(promise { $0.resolve(nil as Int?, nil as (any Error)?) }.error?.isCallingConvention == true)
    #expect(promise { $0.resolve(nil as (any Error)?, nil as Int?) }.error?.isCallingConvention == true)
    #expect(promise { $0.resolve(1 as Int?, Broken() as (any Error)?) }.isRejected)
    #expect(promise { $0.resolve(Broken() as (any Error)?, 1 as Int?) }.isRejected)
    #expect(promise { $0.resolve(1, Broken() as (any Error)?) }.isRejected)
    #expect(promise { $0.resolve(1 as Int?, nil as (any Error)?) }.value == 1)
    #expect(promise { $0.resolve(nil as (any Error)?, 1 as Int?) }.value == 1)
    #expect(promise { $0.resolve(1, nil as (any Error)?) }.value == 1)
    #expect(promise { $0.resolve(Swift.Result<Int, Broken>.success(1)) }.value == 1)
    #expect(promise { $0.resolve(Swift.Result<Int, Broken>.failure(Broken())) }.isRejected)
    #expect(Promise<Void> { $0.resolve(nil as (any Error)?) }.isFulfilled)
    #expect(Promise<Void> { $0.resolve(Broken()) }.isRejected)
    #expect(Promise<Void> { $0.fulfill_() }.isFulfilled)
    #expect(Promise<Void> { $0.fulfill() }.isFulfilled)
  }

  @Test("The function resolve is a completion handler of any shape (22)")
  func resolveAsCompletion() {
    func load(_ completion: (Int?, (any Error)?) -> Void) { completion(7, nil) }
    func loadOther(_ completion: ((any Error)?, Int?) -> Void) { completion(Broken(), nil) }
    func save(_ completion: ((any Error)?) -> Void) { completion(nil) }
    #expect(Promise<Int> { load($0.resolve) }.value == 7)
    #expect(Promise<Int> { loadOther($0.resolve) }.isRejected)
    #expect(Promise<Void> { save($0.resolve) }.isFulfilled)
  }

  private func promise(_ body: (Resolver<Int>) -> Void) -> Promise<Int> {
    Promise(resolver: body)
  }
}

extension Error {
  fileprivate var isCallingConvention: Bool {
    if case .invalidCallingConvention? = self as? PMKError { true } else { false }
  }
}
