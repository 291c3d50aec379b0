import Foundation

/// What the fuzzer calls with one input after the other: hands it to the target that `FUZZ_TARGET` names.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosenTarget.check(FuzzInput(bytes: Array(UnsafeBufferPointer(start: start, count: count))))
  return 0
}

/// What the fuzzer calls first. Without a target the names of all are printed, a line each, for `scripts/fuzz.sh`.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  if ProcessInfo.processInfo.environment["FUZZ_TARGET"] == nil {
    print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    exit(0)
  }
  return 0
}

private let chosenTarget: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("no fuzz target is called “\(name)”; leave FUZZ_TARGET out to see their names")
  }
  return target
}()
