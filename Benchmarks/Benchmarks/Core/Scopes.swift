import Benchmark
import Errands

/// Begun, cancelled all at once, and waited for.
func addScopes() {
  for count in [1_000, Size.runs] {
    Benchmark("cancel \(count): Errands in a scope") { _ in
      let scope = Scope()
      let runs = (0..<count).map { _ in Errand { try await Task.sleep(for: .seconds(3600)) }.run(in: scope) }
      scope.cancel()
      for run in runs { blackHole(try? await run.value) }
    }

    Benchmark("cancel \(count): Tasks in an array") { _ in
      let tasks = (0..<count).map { _ in Task { try await Task.sleep(for: .seconds(3600)) } }
      for task in tasks { task.cancel() }
      for task in tasks { blackHole(try? await task.value) }
    }
  }
}
