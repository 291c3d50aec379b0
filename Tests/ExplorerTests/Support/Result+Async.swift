extension Result where Failure == any Error {
  /// What an asynchronous function answers with.
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
