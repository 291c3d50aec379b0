import Dispatch
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The digest of a file that is being written", .timeLimit(.minutes(1)))
struct DigestTests {
  private let queue = DispatchQueue(label: "digests")

  private func expected(_ data: Data) -> String {
    var digest = Digest()
    digest.update(data)
    return digest.hexadecimal
  }

  @Test(
    "Is that of all the bytes, whether they are short or long",
    arguments: [[0], [1, 100], [65_535, 65_536, 65_537], [1 << 20, 3, 1 << 20]]
  )
  func pieces(_ counts: [Int]) {
    var digest = Digest()
    var whole = Data()
    for (number, count) in counts.enumerated() {
      let piece = Data(repeating: UInt8(number + 1), count: count)
      digest = digest.taking(piece, on: queue).value
      whole.append(piece)
    }
    #expect(digest.hexadecimal == expected(whole))
  }

  /// A piece whose writing fails is not in the file, and must not be in its digest.
  @Test("Stays what it was until the next one is taken", arguments: [10, 1 << 20])
  func isKept(_ count: Int) {
    let (first, second) = (Data("first".utf8), Data(repeating: 2, count: count))
    let digest = Digest().taking(first, on: queue).value
    let next = digest.taking(second, on: queue)
    #expect(next.value.hexadecimal == expected(first + second))
    #expect(digest.hexadecimal == expected(first))
    #expect(digest.taking(second, on: queue).value.hexadecimal == expected(first + second))
  }

  @Test("Is the standard's")
  func standard() {
    // FIPS 180-4's example.
    let digest = Digest().taking(Data("abc".utf8), on: queue).value
    #expect(digest.hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  /// With as many files as there are threads, each had waited for another thread, and there was none.
  @Test("Waits for no thread that has not begun", arguments: [5, 1 << 20])
  func isItsOwn(_ count: Int) {
    queue.suspend()
    let next = Digest().taking(Data(repeating: 1, count: count), on: queue)
    #expect(next.value.hexadecimal == expected(Data(repeating: 1, count: count)))
    queue.resume()
    // What the other thread comes to then changes nothing.
    queue.sync {}
    #expect(next.value.hexadecimal == expected(Data(repeating: 1, count: count)))
  }
}
