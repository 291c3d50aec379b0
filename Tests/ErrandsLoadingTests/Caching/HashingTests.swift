import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Digests and checksums")
struct HashingTests {
  @Test(
    "SHA-256 gives what its standard says",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000),
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
      ),
    ]
  )
  func digest(_ text: String, _ expected: String) {
    #expect(Digest.hexadecimal(of: text) == expected)
  }

  @Test(
    "XXH64 gives what its reference gives",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)]
  )
  func checksum(_ text: String, _ expected: UInt64) {
    #expect(XXHash64.hash(Data(text.utf8)) == expected)
  }

  @Test("Every bit counts, at every length and place", arguments: [1, 4, 7, 8, 31, 32, 33, 63, 100])
  func everyBit(_ length: Int) {
    let whole = testBody(length)
    var found: Set<UInt64> = [XXHash64.hash(whole)]
    for bit in 0..<length * 8 {
      var changed = whole
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      found.insert(XXHash64.hash(changed))
    }
    #expect(found.count == length * 8 + 1)
    // A part of a larger piece of memory is the same as a copy.
    #expect(XXHash64.hash((Data([9, 9, 9]) + whole).dropFirst(3)) == XXHash64.hash(whole))
  }
}
