import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("gallery password, and serve with one", .timeLimit(.minutes(2)))
struct PasswordCommandTests {
  private func status(_ address: String, _ path: String) async throws -> Int {
    try await AsyncHTTPClientTransport.unguarded().send(FetchRequest(address: address + path)).head.status
  }

  private func hash(_ words: String) async throws -> (code: Int32, output: String, errors: String) {
    let program = try Program(["password"], reading: words)
    let code = try await program.exitCode()
    return (code, program.output.text, program.errors.text)
  }

  @Test("What it prints for the first line of standard input is a hash with a salt of its own")
  func prints() async throws {
    let (code, output, errors) = try await hash("right\nleft\n")
    #expect(code == 0)
    #expect(errors.isEmpty)
    #expect(output.wholeMatch(of: /\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+\/]{22}\$[A-Za-z0-9+\/]{43}\n/) != nil)
    #expect(try await hash("right").output != output)
  }

  @Test("Without a word it says so", arguments: ["", "\n", "\r\n"])
  func nothing(_ input: String) async throws {
    let (code, output, errors) = try await hash(input)
    #expect(code == 1)
    #expect(output.isEmpty)
    #expect(errors.contains("There is no password; type one"))
  }

  @Test("A server with that hash in its file asks for the password, and lets in who knows it")
  func serves() async throws {
    let folder = try Folder()
    let file = folder.path + "/password"
    let made = FileManager.default.createFile(
      atPath: file,
      contents: Data(try await hash("mèo con").output.utf8),
      attributes: [.posixPermissions: 0o600]
    )
    #expect(made)
    let program = try Program([
      "serve", "--port", "0", "--json", "--host", "0.0.0.0", "--password-file", file,
    ])
    let address = try await program.listening()
    #expect(try await status(address, "/health") == 200)
    #expect(try await status(address, "/api/library") == 401)
    #expect(try await login("wrong", at: address) == 401)
    #expect(try await login("mèo con", at: address) == 204)
    program.terminate()
    #expect(try await program.exitCode() == 0)
    #expect(program.errors.text.isEmpty, "nobody is warned of a server that is closed")
  }

  private func login(_ words: String, at address: String) async throws -> Int? {
    var request = URLRequest(url: try #require(URL(string: address + "/login")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(["password": words])
    let (_, response) = try await URLSession.shared.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode
  }

  @Test(
    "A file without a password is an error of the command line",
    arguments: [
      ("", "is empty; write one line"), ("a\nb\n", "has several lines"),
      ("$scrypt$x", "begins as a hash does, and is none"),
    ]
  )
  func empty(_ text: String, _ sentence: String) async throws {
    let folder = try Folder()
    let file = folder.path + "/password"
    try Data(text.utf8).write(to: URL(filePath: file))
    let (code, output, errors) = try await Program.run("serve", "--port", "0", "--password-file", file)
    #expect(code == 2)
    #expect(output.isEmpty)
    #expect(errors.contains(file) && errors.contains(sentence))
  }

  @Test("So is one that is not there, or has no name")
  func missing() async throws {
    let file = try Folder().path + "/password"
    let missing = try await Program.run("serve", "--port", "0", "--password-file", file)
    #expect(missing.code == 2)
    #expect(missing.errors.contains(file) && missing.errors.contains("there is no such file"))
    let unnamed = try await Refusal(of: ["serve", "--port", "0", "--password-file", ""])
    #expect(unnamed.code == 2)
    #expect(unnamed.errors.contains("--password-file is empty; name a file."))
  }

  @Test("A file that all may read is used, and warned of; its log can be JSON")
  func open() async throws {
    let folder = try Folder()
    let file = folder.path + "/password"
    let made = FileManager.default.createFile(
      atPath: file,
      contents: Data("right\n".utf8),
      attributes: [.posixPermissions: 0o644]
    )
    #expect(made)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    for format in ["text", "json"] {
      let program = try Program(["serve", "--port", "0", "--password-file", file, "--log-format", format])
      _ = try await program.output.line(1)
      program.terminate()
      #expect(try await program.exitCode() == 0)
      let lines = program.errors.text.split(separator: "\n")
      #expect(lines.count == 1)
      #expect(lines[0].contains("chmod 600"))
      let entry = try? JSONDecoder().decode([String: String].self, from: Data(lines[0].utf8))
      #expect((entry?["level"] == "warning") == (format == "json"))
    }
  }
}
