import ArgumentParser
import Foundation

/// The options of `gallery serve` as environment variables, for a server that runs in a container or as a unit:
/// `GALLERY_MAX_CLIENTS=100` is `--max-clients 100`. What the command line says goes before.
enum EnvironmentOptions {
  /// A command's options, as ArgumentParser describes them to tools.
  private struct Description: Decodable {
    struct Command: Decodable { let arguments: [Argument]? }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let kind: String
      let isRepeating: Bool
      let names: [Name]?

      var longName: String? { names?.first { $0.kind == "long" }?.name }
    }

    let command: Command
  }

  /// The arguments of the command line, and of the environment where the command is `serve`.
  ///
  /// - Throws: `ValidationError` for a flag's variable that says neither yes nor no.
  static func adding(_ environment: [String: String], to arguments: [String]) throws -> [String] {
    let isNamed = arguments.first == "serve"
    var added: [String] = []
    for given in given(by: environment, beside: arguments) {
      added += try self.arguments(of: given)
    }
    return Array(arguments.prefix(isNamed ? 1 : 0)) + added + arguments.dropFirst(isNamed ? 1 : 0)
  }

  /// Where a sentence about an option is about a variable: whoever has typed none would look for it in vain.
  ///
  /// - Parameter complaint: What was said of the command line; its first line counts.
  static func origin(
    of complaint: String,
    _ environment: [String: String],
    beside arguments: [String]
  ) -> String? {
    let words = complaint.prefix { $0 != "\n" }.split { !$0.isLetter && $0 != "-" }
    let named = given(by: environment, beside: arguments).first { words.contains("--\($0.name)") }
    return named.map { "--\($0.name) comes from the environment here; correct \($0.variable), or unset it." }
  }

  /// Says what is wrong with an option, and where it comes from where nobody has typed it.
  static func complain(
    _ sentence: String,
    beside arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) {
    // It may quote what was typed.
    Output.complain(sentence.plainLines)
    let origin = origin(of: sentence, ProcessInfo.processInfo.environment, beside: arguments)
    if let origin { Output.complain(origin) }
  }

  /// Says of each variable that is no option's, but nearly is, that it has no effect.
  static func misspelt(_ environment: [String: String]) -> [String] {
    let known = options.compactMap(\.longName).map(variable(of:))
    return environment.keys.sorted().compactMap { name in
      let given = name.uppercased()
      guard given.hasPrefix("GALLERY_"), !known.contains(name) else { return nil }
      // A short name is nearly every other short one: `GALLERY_BIN`, by which the scripts know the program, is no option.
      let slips = (given.count - "GALLERY_".count) / 3
      let near =
        known.first { $0.distance(to: given) <= min(slips, 3) }
        ?? known.first { $0.hasPrefix(given + "_") }
      return near.map { "\(name) has no effect: no option is called that. Did you mean \($0)?" }
    }
  }

  private static func variable(of option: String) -> String {
    "GALLERY_" + option.uppercased().replacing("-", with: "_")
  }

  /// An option that the environment has a value for.
  private struct Given {
    let option: Description.Argument
    let name: String
    let variable: String
    let value: String
  }

  /// What counts of the environment: what the command line does not say, where the command is `serve`, which is also what
  /// runs where none is named.
  private static func given(by environment: [String: String], beside arguments: [String]) -> [Given] {
    guard arguments.first == "serve" || arguments.first?.hasPrefix("-") != false else { return [] }
    // What is asked of the program, and with any option before it would be asked of the server.
    let ofProgram = ["--help", "-h", "--version", "--generate-completion-script", "--experimental-dump-help"]
    guard !ofProgram.contains(where: Array(arguments.prefix(1)).has) else { return [] }
    return options.compactMap { option in
      guard let name = option.longName, name != "help", name != "version" else { return nil }
      let variable = variable(of: name)
      guard let value = environment[variable], !value.isEmpty, !arguments.has("--\(name)") else { return nil }
      return Given(option: option, name: name, variable: variable, value: value)
    }
  }

  private static var options: [Description.Argument] {
    let text = Data(ServeCommand._dumpHelp().utf8)
    return (try? JSONDecoder().decode(Description.self, from: text))?.command.arguments ?? []
  }

  private static func arguments(of given: Given) throws -> [String] {
    let value = given.value
    if given.option.kind == "flag" {
      switch value.lowercased() {
      case "1", "true", "yes", "on": return ["--\(given.name)"]
      case "0", "false", "no", "off": return []
      default: throw ValidationError("\(given.variable)=\(value) says neither yes nor no; give 1 or 0.")
      }
    }
    let values = given.option.isRepeating ? value.components(separatedBy: ",") : [value]
    return values.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.map {
      "--\(given.name)=\($0)"
    }
  }
}

extension [String] {
  fileprivate func has(_ option: String) -> Bool {
    contains { $0 == option || $0.hasPrefix(option + "=") }
  }
}

extension String {
  /// How many letters have to be put in, taken out, exchanged or swapped with their neighbour to make the other of it (optimal
  /// string alignment).
  fileprivate func distance(to other: String) -> Int {
    let (one, two) = (Array(utf8), Array(other.utf8))
    var rows = [Array(0...two.count)]
    for (i, letter) in one.enumerated() {
      var row = [i + 1]
      for (j, another) in two.enumerated() {
        var least = Swift.min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == another ? 0 : 1))
        if i > 0, j > 0, letter == two[j - 1], one[i - 1] == another {
          least = Swift.min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][two.count]
  }
}
