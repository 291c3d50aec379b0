import ArgumentParser
import Errands
import Foundation

/// `--trace FILE`, which every command has.
struct TraceOption {
  static let help = ArgumentHelp(
    "Write everything that happened to a file that Perfetto opens (ui.perfetto.dev).",
    valueName: "FILE"
  )

  let file: String?

  /// Does the work, and writes everything that happens meanwhile to the file, if there is to be one. The file is
  /// complete when this returns, or throws what the work has thrown.
  ///
  /// - Throws: `ExitCode` 2, before the work is begun, where the file cannot be written.
  func recording(_ work: () async throws -> Void) async throws {
    guard let file else { return try await work() }
    let recording = try start(file)
    let result: Result<Void, any Error>
    do {
      result = .success(try await work())
    } catch {
      result = .failure(error)
    }
    await finish(recording)
    try result.get()
  }

  private func start(_ file: String) throws -> TraceRecording {
    // Asked of the system first, which says in a word what is wrong.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let reason = SystemReason.text(errno)
      EnvironmentOptions.complain(
        "Error: --trace: The trace cannot be written to “\(file)”: \(reason). Choose a file in a folder that exists."
      )
      throw ExitCode(2)
    }
    close(descriptor)
    do {
      return try TraceRecording(to: URL(filePath: file), process: "gallery")
    } catch {
      EnvironmentOptions.complain("Error: --trace: \(error)".plain)
      throw ExitCode(2)
    }
  }

  /// In a task of its own: an interrupted command's is cancelled, and would not wait for the disk.
  private func finish(_ recording: TraceRecording) async {
    guard let report = try? await Task(operation: { try await recording.stop() }).value else { return }
    if report.failure != nil {
      Output.fail("The trace is incomplete, because it could not be written; make room on the disk.")
    }
    if report.dropped > 0 {
      Output.complain("The trace lacks \(report.dropped) events that came faster than they could be written.")
    }
  }
}
