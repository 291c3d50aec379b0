extension Task where Success == Void, Failure == Never {
  /// Waits until it has ended, but no longer than that, also in a task that is cancelled.
  func end(within time: Duration) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let ending = Task<Void, Never> { for await _ in ends {} }
    let limit = Task<Void, Never> {
      try? await Task<Never, Never>.sleep(for: time)
      end.finish()
    }
    let waiting = Task<Void, Never> {
      await value
      end.finish()
    }
    await ending.value
    limit.cancel()
    withExtendedLifetime(waiting) {}
  }
}
