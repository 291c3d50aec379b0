/// An operation did not work, because one of its conditions was not fulfilled.
public struct OperationConditionError: Error, CustomStringConvertible {
  /// The name that the condition was given.
  public let condition: String
  /// The error with which its errand failed.
  public let reason: any Error

  /// A sentence with the condition's name and the reason.
  public var description: String {
    "The condition “\(condition)” of the operation is not fulfilled: \(reason)"
  }
}
