import Dispatch
import Errands

/// Where an owner wants to be told.
enum Place: Sendable {
  /// On a dispatch queue, or in an actor that lives on that queue.
  case queue(Desk), actor(Desk)
  case mainActor
  /// On an executor that does not keep to what executors promise.
  case foreign(ForeignExecutor)

  private static let mainMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// For styles that are told where to deliver.
  var delivery: Delivery {
    switch self {
    case .queue(let desk): desk.delivery
    case .actor(let desk): .actor(desk)
    case .mainActor: .mainActor
    case .foreign(let executor): executor.delivery
    }
  }

  var isForeign: Bool {
    if case .foreign = self { true } else { false }
  }

  /// For styles whose code stands where it wants to be told.
  var actor: any Actor {
    switch self {
    case .queue(let desk), .actor(let desk): desk
    case .mainActor: MainActor.shared
    case .foreign(let executor): executor.desk
    }
  }

  /// For styles that know queues only.
  var queue: DispatchQueue {
    switch self {
    case .queue(let desk), .actor(let desk): desk.queue
    case .mainActor: .main
    case .foreign(let executor): executor.desk.queue
    }
  }

  /// Whether the code that asks stands here.
  var isHere: Bool {
    switch self {
    case .queue(let desk), .actor(let desk): desk.isHere
    case .mainActor: DispatchQueue.getSpecific(key: Self.mainMark) == true
    case .foreign(let executor): executor.desk.isHere
    }
  }

  func close() { desk?.close() }
  func open() { desk?.open() }

  private var desk: Desk? {
    switch self {
    case .queue(let desk), .actor(let desk): desk
    case .mainActor, .foreign: nil
    }
  }
}
