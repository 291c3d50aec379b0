import Dispatch
import Foundation

/// Calls a function whenever the process gets a signal, until it is cancelled.
final class DumpSignal: Sendable {
  private let source: SignalSource
  private let place: LinkedSlots<SignalSource.Call>.Index
  /// A dispatch source is sendable, but not declared so everywhere.
  private let calls: Unchecked<any DispatchSourceUserDataOr>

  /// - Parameter call: Called on a queue of its own, where it holds up no other, and not in the signal's handler, where next to
  ///   nothing is allowed. Signals that come while it is on are one call.
  init(_ number: Int32, _ call: @escaping SignalSource.Call) {
    let queue = DispatchQueue(label: "errands.trace.dump", qos: .userInitiated)
    let calls = Unchecked(DispatchSource.makeUserDataOrSource(queue: queue))
    calls.value.setEventHandler(handler: call)
    calls.value.activate()
    self.calls = calls
    source = .of(number)
    place = source.calls.withLock { $0.append { calls.value.or(data: 1) } }
  }

  func cancel() {
    _ = source.calls.withLock { $0.remove(place) }
    calls.value.cancel()
  }
}

/// All listeners to one signal.
///
/// One source for each signal, for ever: a signal that comes a moment too late must not end the process, and
/// Dispatch on Linux does not hear again of a signal that was ignored in between.
///
/// Sendable: what changes lies behind a lock, and a dispatch source is sendable, but not declared so
/// everywhere.
final class SignalSource: @unchecked Sendable {
  typealias Call = @Sendable () -> Void

  private static let all = Lock<[Int32: SignalSource]>([:])

  static func of(_ number: Int32) -> SignalSource {
    all.withLock { all in
      let source = all[number] ?? SignalSource(number)
      all[number] = source
      return source
    }
  }

  let calls = Lock(LinkedSlots<Call>())
  /// Settled when Dispatch has taken up the signal, shortly after it was asked to. Signals that come before
  /// have no effect.
  let isHeard = Settlement<Void>()
  private let source: any DispatchSourceSignal

  private init(_ number: Int32) {
    // By default most signals end the process.
    signal(number, SIG_IGN)
    let queue = DispatchQueue(label: "errands.trace.signal", qos: .userInitiated)
    source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setRegistrationHandler { [isHeard] in isHeard.settle(.success(())) }
    source.setEventHandler { [unowned self] in
      for call in calls.withLock({ Array($0) }) { call() }
    }
    source.activate()
  }
}

extension TraceDump {
  func writeToStandardError() {
    // A closed standard error is no reason to fail.
    try? FileHandle.standardError.write(contentsOf: Data((description + "\n").utf8))
  }
}
