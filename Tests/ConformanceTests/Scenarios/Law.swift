/// The eight laws, by their numbers.
enum Law: Int, CaseIterable, Sendable {
  case oneOutcome = 1
  case whereYouAsked
  case neverToTheDead
  case cancelReachesTheBottom
  case allMeansAll
  case inOrderWithinLimits
  case progressTellsTheTruth
  case theSameInEveryStyle

  var title: String {
    switch self {
    case .oneOutcome: "one outcome"
    case .whereYouAsked: "where you asked"
    case .neverToTheDead: "never to the dead"
    case .cancelReachesTheBottom: "cancel reaches the bottom"
    case .allMeansAll: "all means all"
    case .inOrderWithinLimits: "in order, within limits"
    case .progressTellsTheTruth: "progress tells the truth"
    case .theSameInEveryStyle: "the same in every style"
    }
  }
}
