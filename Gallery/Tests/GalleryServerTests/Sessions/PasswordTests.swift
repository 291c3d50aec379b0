import Foundation
import Testing

@testable import GalleryServer

@Suite("The password and its file")
final class PasswordTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ text: String, mode: Int = 0o600) throws -> String {
    let place = folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let path = place.appending(path: "password").path(percentEncoded: false)
    let made = FileManager.default.createFile(
      atPath: path,
      contents: Data(text.utf8),
      attributes: [.posixPermissions: mode]
    )
    #expect(made)
    return path
  }

  private func cheap() throws -> ScryptHash.Cost {
    try #require(ScryptHash.Cost(logRounds: 4, blockSize: 8, repeats: 1))
  }

  @Test(
    "One line with the words themselves, however it ends",
    arguments: ["mèo", "mèo\n", "mèo\r\n", "mèo\n\n"]
  )
  func words(_ text: String) throws {
    let password = try Password(keptIn: file(text))
    #expect(password.matches("mèo"))
    #expect(password.matches("me\u{300}o"), "the same, as another keyboard makes it")
    #expect(!password.matches("meo") && !password.matches("") && !password.matches("mèo\n"))
    #expect(password.warning == nil)
  }

  @Test("Spaces are part of it")
  func spaces() throws {
    let password = try Password(keptIn: file(" a b \n"))
    #expect(password.matches(" a b ") && !password.matches("a b"))
  }

  @Test("A hash lets in who knows what was hashed")
  func hash() throws {
    let hash = try ScryptHash(of: "mèo", cost: cheap())
    let password = try Password(keptIn: file("\(hash)\n"))
    #expect(password.matches("mèo") && password.matches("me\u{300}o"))
    #expect(!password.matches("meo") && !password.matches(""))
    #expect(!password.matches("\(hash)"), "the hash itself is no password")
    #expect(try ScryptHash(of: "mèo", cost: cheap()) != hash, "each has a salt of its own")
  }

  @Test("The hash is scrypt as RFC 7914 has it, so that other programs can make it")
  func vector() throws {
    // Section 12: scrypt("password", "NaCl", N=1024, r=8, p=16), 64 bytes.
    let bytes: [UInt8] = [
      0xfd, 0xba, 0xbe, 0x1c, 0x9d, 0x34, 0x72, 0x00, 0x78, 0x56, 0xe7, 0x19, 0x0d, 0x01, 0xe9, 0xfe, 0x7c,
      0x6a, 0xd7,
      0xcb, 0xc8, 0x23, 0x78, 0x30, 0xe7, 0x73, 0x76, 0x63, 0x4b, 0x37, 0x31, 0x62, 0x2e, 0xaf, 0x30, 0xd9,
      0x2e, 0x22,
      0xa3, 0x88, 0x6f, 0xf1, 0x09, 0x27, 0x9d, 0x98, 0x30, 0xda, 0xc7, 0x27, 0xaf, 0xb9, 0x4a, 0x83, 0xee,
      0x6d, 0x83,
      0x60, 0xcb, 0xdf, 0xa2, 0xcc, 0x06, 0x40,
    ]
    let hash = Data(bytes).base64EncodedString().replacing("=", with: "")
    // A salt of four bytes is one that is not taken otherwise; eight are the least.
    #expect(ScryptHash("$scrypt$ln=10,r=8,p=16$TmFDbA$\(hash)") == nil)
    #expect(
      try ScryptHash.key(of: "password", salt: Data("NaCl".utf8), size: 64, cost: vectorCost()) == Data(bytes)
    )
  }

  private func vectorCost() throws -> ScryptHash.Cost {
    try #require(ScryptHash.Cost(logRounds: 10, blockSize: 8, repeats: 16))
  }

  @Test(
    "What begins as a hash and is none is said, and never taken for words",
    arguments: [
      "$scrypt$", "$scrypt$ln=15,r=8,p=3$c2FsdHNhbHQ", "$scrypt$ln=15,r=8,p=3$c2FsdHNhbHQ$!!", "$scrypt$x",
      // What it would cost is no server's to spend.
      "$scrypt$ln=21,r=8,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "$scrypt$ln=20,r=32,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "$scrypt$ln=15,r=8,p=17$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "$scrypt$ln=0,r=8,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ]
  )
  func damaged(_ text: String) throws {
    let path = try file(text)
    #expect(throws: PasswordFileError.damaged(path)) { try Password(keptIn: path) }
  }

  @Test(
    "Neither an empty file nor one with more than a line has a password",
    arguments: ["", "\n", "\r\n\n"]
  )
  func empty(_ text: String) throws {
    let path = try file(text)
    #expect(throws: PasswordFileError.empty(path)) { try Password(keptIn: path) }
    let two = try file("one\ntwo\n")
    #expect(throws: PasswordFileError.severalLines(two)) { try Password(keptIn: two) }
    let long = try file(String(repeating: "x", count: 1025))
    #expect(throws: PasswordFileError.long(long)) { try Password(keptIn: long) }
  }

  @Test("A file that is not there, or is a folder, is said by name")
  func missing() throws {
    let error = #expect(throws: PasswordFileError.self) { try Password(keptIn: "/no/such/file") }
    #expect(error.map { "\($0)" }?.contains("/no/such/file cannot be read: there is no such file") == true)
    let folder = #expect(throws: PasswordFileError.self) { try Password(keptIn: "/tmp") }
    #expect(folder.map { "\($0)" }?.contains("it is a folder") == true)
  }

  @Test("A file that others may read or change is used, and warned of", arguments: [0o644, 0o602, 0o666])
  func open(_ mode: Int) throws {
    let path = try file("x")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let password = try Password(keptIn: path)
    #expect(password.matches("x"))
    #expect(password.warning?.contains("chmod 600") == true)
  }

  @Test("Bytes are the same or not, wherever they differ")
  func comparison() {
    #expect(Data([1, 2, 3]).isSame(as: Data([1, 2, 3])))
    // Swift reads `a | b ^ c` from the left: with that, words that differ in one bit were the same.
    #expect(!Data([1, 1]).isSame(as: Data([0, 1])) && !Data([3, 1]).isSame(as: Data([2, 1])))
    #expect(Data([9, 1, 2, 3]).dropFirst().isSame(as: Data([1, 2, 3])))
    for other in [Data([0, 2, 3]), Data([1, 2, 0]), Data([1, 2]), Data([1, 2, 3, 0]), Data()] {
      #expect(!Data([1, 2, 3]).isSame(as: other))
    }
  }
}
