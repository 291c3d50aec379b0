/// What a number in a store may be. A file or a database may have been damaged, or made by somebody: a number out of these
/// ranges is told as an error when it is read, where a duration of it, or the sum of two, would end the process.
package enum StoredNumber {
  /// Things, bytes, and places that are counted up: some of them can be added.
  package static let amounts: ClosedRange<Int64> = 0...(1 << 60)
  /// How long something takes, in seconds: ten years at most.
  package static let seconds: ClosedRange<Double> = 0...315_576_000
  /// A moment, in seconds since 1970: of the years 1 to 9999, which every form of a date can tell.
  package static let moments: ClosedRange<Double> = -62_135_596_800...253_402_300_799
}
