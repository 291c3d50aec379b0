/// A ``Guarantee``: the operators that give a guarantee again belong to it, and not to the class.
///
/// The class says that what it gives is `Sendable`. Of a guarantee of something else, which Swift 5 code may have,
/// the compiler takes its own operators for the worse choice: `map` gave a ``Promise``.
public protocol GuaranteeMixin: Thenable {}

extension Guarantee: GuaranteeMixin {}
