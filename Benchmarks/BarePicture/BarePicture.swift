import Foundation
import Hummingbird

/// Hummingbird with one route that answers the bytes of a file, and nothing else: what a picture costs at least that the
/// same server serves. It prints its port, and ends with its standard input.
@main
enum BarePicture {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else { fatalError("name the picture's file") }
    let bytes = ByteBuffer(data: try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
    let router = Router()
    router.get("picture") { _, _ in
      Response(status: .ok, headers: [.contentType: "image/jpeg"], body: ResponseBody(byteBuffer: bytes))
    }
    let server = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        // Without a buffer, in which it would stay, as its reader is a pipe.
        FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
      }
    )
    // Behind it a thread waits, and none of those that tasks share.
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      exit(0)
    }
    try await server.run()
  }
}
