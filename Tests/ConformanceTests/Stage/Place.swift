import Dispatch
import Errands

/// Where an owner wants to be told.
enum Place: Sendable {
  /// On a dispatch queue, or in an actor that lives on that queue.
  case queue(Desk), actor(Desk)
  case mainActor

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
    }
  }

  /// For styles whose code stands where it wants to be told.
  var actor: any Actor {
    switch self {
    case .queue(let desk), .actor(let desk): desk
    case .mainActor: MainActor.shared
    }
  }

  /// For styles that know queues only.
  var queue: DispatchQueue {
    switch self {
    case .queue(let desk), .actor(let desk): desk.queue
    case .mainActor: .main
    }
  }

  /// Whether the code that asks stands here.
  var isHere: Bool {
    switch self {
    case .queue(let desk), .actor(let desk): desk.isHere
    case .mainActor: DispatchQueue.getSpecific(key: Self.mainMark) == true
    }
  }

  func close() {
    if case .queue(let desk) = self { desk.close() }
  }

  func open() {
    if case .queue(let desk) = self { desk.open() }
  }
}
