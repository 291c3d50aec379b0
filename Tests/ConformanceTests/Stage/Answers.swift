import Errands
import ErrandsTesting

/// What the work of one scene may answer with, and how the owner knows it again.
final class Answers: Sendable {
  let value: Token
  let error: TokenError

  init(_ live: LiveObjects) {
    value = Token(live)
    error = TokenError(live)
  }

  /// The marble for an outcome. A copy or a translation of the value or the error is not the same, and gets a
  /// marble that no diagram expects.
  func marble(_ outcome: Result<Token, any Error>) -> Character {
    switch outcome {
    case .success(let token): token === value ? "v" : "V"
    case .failure(is CancellationError): "c"
    case .failure(is AbandonedError): "~"
    case .failure(is TimeoutError): "t"
    case .failure(let other as TokenError): other === error ? "x" : "X"
    case .failure: "X"
    }
  }
}
