extension Task {
  /// Cancels the task with the token, as long as it has not ended. To be called before the task is handed out,
  /// behind the registration of what brings its outcome.
  @usableFromInline
  func tie(to token: CancellationToken?) {
    guard let token, isUndecided else { return }
    let registration = token.register { self.cancel() }
    // Or a token that lives as long as the program would keep every task that was ever tied to it.
    observe { _ in registration.dispose() }
  }
}
