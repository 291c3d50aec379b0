import NIOHTTP1

extension HTTPRequestHead {
  /// What is wrong with the coding of the body, which is none but chunks: a body that is compressed on its way as well
  /// would be taken for what it stands for (RFC 9112, section 6.1).
  var codingProblem: Problem? {
    let codings = headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
    guard codings.contains(where: { $0 != "chunked" }) else { return nil }
    return Problem(
      status: .notImplemented,
      detail: "No transfer coding but chunked is read here; send the body without another."
    )
  }
}
