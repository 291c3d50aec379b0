import Foundation

/// Bytes of this process that are in memory, or nil where the system does not say.
func residentBytes() -> Int? {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line?.split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }.first
    .map { $0 * 1024 }
}
