import Errands

/// One style of waiting, as its users write it. A new style joins the matrix by one file with such an
/// adapter, and its line in ``Styles``.
protocol StyleUnderTest: Sendable {
  var name: String { get }
  /// What this style has no way to say, each with the reason. Scenarios that need it are left out.
  var lacks: [Ability: String] { get }

  /// Asks for the work on behalf of an owner who is told at its place: progress, where the style has it, and
  /// the outcome. The asking keeps no owner alive.
  ///
  /// - Parameter scope: The owner's scope, where the work is to end with its owner.
  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked

  /// The errand gone out through this style and come back in.
  func roundTrip(_ errand: Errand<Token>) -> Errand<Token>
}
