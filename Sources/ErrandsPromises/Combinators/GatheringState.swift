import ErrandsEager

/// What the members of a `when` have given so far, in the members' order.
@usableFromInline
struct GatheringState<Member: Sendable>: Sendable {
  @usableFromInline typealias Outcome = Swift.Result<Member, any Error>

  @usableFromInline var members: [Member?]
  @usableFromInline var left: Int
  /// Of a member that will give nothing. The whole still waits for the others: one of them may be rejected.
  @usableFromInline var lost: (any Error)?

  @inlinable
  init(count: Int) {
    members = Array(repeating: nil, count: count)
    left = count
  }

  /// How the whole ends, where this member decides it.
  @inlinable
  mutating func take(_ outcome: Outcome, at index: Int) -> Swift.Result<[Member], any Error>? {
    switch outcome {
    case .success(let value): members[index] = value
    case .failure(let error) where error is Abandonment: lost = error
    case .failure(let error): return .failure(error)
    }
    left -= 1
    guard left == 0 else { return nil }
    if let lost { return .failure(lost) }
    return .success(members.compactMap { $0 })
  }
}
