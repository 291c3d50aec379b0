import Dispatch
import Errands
import ErrandsEager
import Foundation

extension Executor {
  /// How many closures of ``default`` may lie inside one another on one thread.
  private static var nestingLimit: Int { 21 }
  /// How many there are on this thread by now.
  private static let depth = ThreadLocal<Int>()

  /// Calls `body` where that is to happen at once; false, and nothing is called, where it is to be sent.
  @inlinable
  func callInline(_ body: () -> Void) -> Bool {
    guard case .immediate = self else { return callIfHere(body) }
    body()
    return true
  }

  @usableFromInline
  func callIfHere(_ body: () -> Void) -> Bool {
    switch self {
    case .default: return callNested(body)
    case .mainThread where CurrentThread.isMain:
      body()
      return true
    default: return false
    }
  }

  private func callNested(_ body: () -> Void) -> Bool {
    guard let depth = Self.depth.pointer else {
      var depth = 1
      Self.depth.keep(&depth) { _ in body() }
      return true
    }
    guard depth.pointee < Self.nestingLimit else { return false }
    depth.pointee += 1
    body()
    depth.pointee -= 1
    return true
  }

  /// What continuations that are called here are to others.
  @usableFromInline
  var kind: EagerKind {
    switch self {
    case .default, .immediate: .step
    // The main queue is where `mainThread` sends what it cannot call at once: the two have one order.
    case .queue(let queue): CurrentThread.isMainQueue(queue) ? .foreign : .queued
    case .operationQueue(let queue): queue === OperationQueue.main ? .foreign : .queued
    // What they are given they may call at once.
    case .mainThread, .closure, .escapingClosure: .foreign
    }
  }

  /// Sends the work whose end `task` waits for.
  @usableFromInline
  func send<TResult: Sendable>(for task: Task<TResult>, _ work: @escaping @Sendable () -> Void) {
    delivery.call(for: task, work)
  }

  /// Where work goes that is not called at once.
  private var delivery: Delivery {
    switch self {
    case .default: .queue(.global())
    case .immediate: .immediate
    case .mainThread: .queue(.main)
    case .queue(let queue): .queue(queue)
    case .operationQueue(let queue): .operationQueue(queue)
    case .closure(let call): Delivery { work in call(work) }
    case .escapingClosure(let call): Delivery { work in call(work) }
    }
  }

  /// Where reports of progress go: they have an order of their own, and nothing lies inside them.
  var progressDelivery: Delivery {
    if case .default = self { .immediate } else { delivery }
  }
}
