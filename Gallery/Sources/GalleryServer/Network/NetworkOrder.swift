import Foundation
import GalleryConnections

/// What `PUT /api/network` asks for: `{"latency":MILLISECONDS,"bandwidth":BYTES,"loss":SHARE,"faults":{NAME:SHARE,…}}`. What it leaves
/// out, or says is null, is as on a good network.
struct NetworkOrder: Decodable, Equatable {
  /// The longest wait is twice what a load has by default: a network on which nothing comes in time can be had, too.
  static let latencies = 0.0...60_000
  static let bandwidths = 1...1_000_000_000
  static let shares = 0.0...1

  private(set) var network = Network()

  /// - Throws: A problem with status 400 for what is no JSON, and 422 for JSON that says something else.
  init(json: Data) throws(Problem) {
    do {
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch let problem as Problem {
      throw problem
    } catch DecodingError.dataCorrupted {
      throw .badRequest(#"The body is no JSON; send {"latency":150,"bandwidth":200000,"loss":0.01}."#)
    } catch {
      throw .wrong(#"The body is no object; send {"latency":150,"bandwidth":200000,"loss":0.01}."#)
    }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Name.self)
    for name in fields.allKeys where try !fields.decodeNil(forKey: name) {
      switch name.stringValue {
      case "latency": network.latency = try Self.latency(name, in: fields)
      case "bandwidth": network.bandwidth = try Self.bandwidth(name, in: fields)
      case "loss": network.loss = try Self.share(name, in: fields)
      case "faults": network.faults = try Self.faults(name, in: fields)
      case let other:
        let names = "latency, bandwidth, loss and faults"
        throw Problem.wrong("A network has no “\(other.prefix(40))”; it has \(names).")
      }
    }
  }

  private static func latency(_ name: Name, in fields: Fields) throws -> Duration {
    let wanted = "no number of milliseconds from 0 to 60000"
    guard let milliseconds = try? fields.decode(Double.self, forKey: name), latencies.contains(milliseconds)
    else { throw Problem.wrong("The latency is \(wanted); correct it or leave it out.") }
    return .milliseconds(milliseconds)
  }

  private static func bandwidth(_ name: Name, in fields: Fields) throws -> Int {
    let wanted = "no whole number of bytes a second from 1 to 1000000000"
    guard let bytes = try? fields.decode(Int.self, forKey: name), bandwidths.contains(bytes) else {
      throw Problem.wrong("The bandwidth is \(wanted); correct it, or leave it out for no limit.")
    }
    return bytes
  }

  private static func share(_ name: Name, in fields: Fields) throws -> Double {
    guard let share = try? fields.decode(Double.self, forKey: name), shares.contains(share) else {
      let detail = "The share for \(name.stringValue) is no number from 0 to 1; correct it or leave it out."
      throw Problem.wrong(detail)
    }
    return share
  }

  private static func faults(_ name: Name, in fields: Fields) throws -> [UpstreamFault: Double] {
    guard let shares = try? fields.nestedContainer(keyedBy: Name.self, forKey: name) else {
      throw Problem.wrong(#"The faults are no object; send {"faults":{"truncate":0.1}}."#)
    }
    var faults: [UpstreamFault: Double] = [:]
    for name in shares.allKeys {
      guard let fault = UpstreamFault(rawValue: name.stringValue) else {
        let names = UpstreamFault.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem.wrong("There is no fault “\(name.stringValue.prefix(40))”; choose of \(names).")
      }
      faults[fault] = try share(name, in: shares)
    }
    // Tenths add up to a little more than one, in binary.
    guard faults.values.reduce(0, +) <= 1 + 1e-9 else {
      throw Problem.wrong(
        "The faults add up to more than 1, and only one can happen to an answer; make some rarer."
      )
    }
    return faults
  }
}

private typealias Fields = KeyedDecodingContainer<Name>

/// Whatever name an object has for something: those that nobody knows are told.
private struct Name: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
