import Foundation
import GalleryConnections
import Testing

@testable import GalleryServer

@Suite("An order of a network")
struct NetworkOrderTests {
  private func order(_ text: String) throws -> Network { try NetworkOrder(json: Data(text.utf8)).network }

  private func refusal(_ text: String) -> Problem? {
    #expect(throws: Problem.self, "\(text)") { try order(text) }
  }

  @Test("says all that a network can be")
  func whole() throws {
    let network = try order(
      #"{"latency":150.5,"bandwidth":8000,"loss":0.25,"faults":{"truncate":0.5,"slow-headers":0.5}}"#
    )
    #expect(network.latency == .milliseconds(150) + .microseconds(500))
    #expect(network.bandwidth == 8000)
    #expect(network.loss == 0.25)
    #expect(network.faults == [.truncate: 0.5, .slowHeaders: 0.5])
  }

  @Test(
    "leaves out what is as on a good network",
    arguments: [
      "{}", #"{"bandwidth":null}"#, #"{"latency":0,"loss":0}"#,
      #"{"latency":null,"bandwidth":null,"loss":null,"faults":null}"#, #"{"faults":{}}"#,
    ]
  )
  func good(_ text: String) throws {
    #expect(try order(text) == Network())
  }

  @Test("may go as far as its limits")
  func limits() throws {
    #expect(try order(#"{"latency":60000}"#).latency == .seconds(60))
    #expect(try order(#"{"bandwidth":1}"#).bandwidth == 1)
    #expect(try order(#"{"bandwidth":1000000000}"#).bandwidth == 1_000_000_000)
    #expect(try order(#"{"loss":1}"#).loss == 1)
    let names = UpstreamFault.allCases.map { #""\#($0.rawValue)":0.1"# }.joined(separator: ",")
    #expect(try order(#"{"faults":{\#(names)}}"#).faults.count == UpstreamFault.allCases.count)
    // Ten times a tenth is more than one, in binary.
    #expect(throws: Never.self) { try order(#"{"faults":{"truncate":0.7,"reset":0.1,"stall":0.2}}"#) }
  }

  @Test(
    "that is wrong is refused with what is wrong, and what could be",
    arguments: [
      (#"{"latency":-1}"#, "milliseconds from 0 to 60000"),
      (#"{"latency":60001}"#, "milliseconds from 0 to 60000"),
      (#"{"latency":"1s"}"#, "latency"), (#"{"latency":true}"#, "latency"), (#"{"latency":[1]}"#, "latency"),
      (#"{"bandwidth":0}"#, "bytes a second from 1"), (#"{"bandwidth":1.5}"#, "whole number"),
      (#"{"bandwidth":1000000001}"#, "to 1000000000"), (#"{"bandwidth":1e300}"#, "bandwidth"),
      (#"{"loss":1.01}"#, "loss is no number from 0 to 1"), (#"{"loss":-0.1}"#, "from 0 to 1"),
      (#"{"loss":true}"#, "from 0 to 1"), (#"{"loss":"0.1"}"#, "from 0 to 1"),
      (#"{"faults":[]}"#, "faults are no object"), (#"{"faults":"reset"}"#, "faults are no object"),
      (#"{"faults":{"rain":0.1}}"#, "no fault “rain”; choose of truncate, reset"),
      (#"{"faults":{"reset":2}}"#, "share for reset"), (#"{"faults":{"reset":null}}"#, "share for reset"),
      (#"{"faults":{"reset":0.6,"stall":0.6}}"#, "add up to more than 1"),
      (#"{"latancy":100}"#, "no “latancy”; it has latency, bandwidth, loss and faults"),
      ("[]", "no object"), ("3", "no object"), ("null", "no object"),
    ]
  )
  func wrong(_ text: String, _ detail: String) {
    let problem = refusal(text)
    #expect(problem?.status == 422, "\(text)")
    #expect(problem?.detail.contains(detail) == true, "\(problem?.detail ?? "")")
  }

  @Test("that is no JSON is another mistake", arguments: ["", "{", "latency=1", #"{"latency":1"#, "\u{0}"])
  func noJSON(_ text: String) {
    #expect(refusal(text)?.status == 400)
    #expect(refusal(text)?.detail.contains("no JSON") == true)
  }

  @Test("is answered as it was given, with every fault that there is")
  func answer() throws {
    let network = try order(#"{"latency":150.5,"loss":0.25,"faults":{"reset":0.125}}"#)
    let text = JSONText.line(NetworkAnswer(network))
    #expect(text.contains(#""bandwidth":null"#) && text.contains(#""latency":150.5"#), "\(text)")
    #expect(text.contains(#""reset":0.125"#) && text.contains(#""loss":0.25"#), "\(text)")
    #expect(UpstreamFault.allCases.allSatisfy { text.contains(#""\#($0.rawValue)":"#) })
    let again = try order(text)
    #expect(again.latency == network.latency && again.loss == network.loss && again.faults[.reset] == 0.125)
  }
}
