/// Which cases of the field's public suite of HTTP caches (`cache-tests` of `http-tests`) a scenario answers, by the suite's own
/// names: where the scenario asks the same of the cache. Its other cases are answered in words of this cache's own, or not at
/// all; what does not apply is below, with the reason.
extension CacheScenario {
  /// The suite's cases, by the scenario that answers them.
  static let suiteCases: [String: [String]] = [
    "max-age is counted in seconds": ["freshness-max-age", "freshness-max-age-stale"],
    "max-age=0 is never fresh": ["freshness-max-age-0"],
    "the name of a directive is the same in whatever case, and unknown ones say nothing": [
      "freshness-max-age-case-insenstive", "freshness-max-age-extension",
      "freshness-max-age-ignore-quoted-rev",
    ],
    "a number in quotes is one": ["freshness-max-age-quoted"],
    "of two the shorter one counts": ["freshness-max-age-two-stale-fresh-sameline"],
    "Expires is when": ["freshness-expires-future"],
    "Expires in the past is stale": ["freshness-expires-past"],
    "Expires that is no date is in the past": ["freshness-expires-invalid"],
    "also where that is past": ["freshness-max-age-expires"],
    "s-maxage is not for a cache of one's own": ["freshness-max-age-s-maxage-private"],
    "so that it may be stale when it comes": ["freshness-max-age-age"],
    "an age that is no number does not count": ["age-parse-nonnumeric"],
    "the time since Date counts": ["freshness-max-age-date"],
    "without a word it is fresh for a tenth of the time since it was changed": ["heuristic-200-cached"],
    "without a word and a date it is stale": ["freshness-none"],
    "a lifetime of more seconds than fit is a long one": ["freshness-max-age-max-plus"],
    "what is given says how old it is": ["other-age-gen", "other-age-update-max-age"],
    "a request with no-cache asks whether what is fresh still holds": [
      "ccreq-no-cache", "ccreq-no-cache-etag",
    ],
    "a request with max-age=0 asks whether what is fresh still holds": ["ccreq-ma0"],
    "Pragma: no-cache does where there is no Cache-Control": ["pragma-request-no-cache"],
    "max-age of a request is the oldest that it takes": ["ccreq-ma1"],
    "min-fresh is how long it has to stay fresh": ["ccreq-min-fresh"],
    "max-stale takes what has been stale for no longer": ["ccreq-max-stale"],
    "only-if-cached gets what is fresh, and never asks the origin": ["ccreq-oic"],
    "no-store in an answer keeps it out": ["cc-resp-no-store", "cc-resp-no-store-fresh"],
    "private is kept by a cache of one's own": ["cc-resp-private-private"],
    "Vary: * is never the answer to another request": ["vary-star"],
    "another query is another resource": ["query-args-different", "query-args-same"],
    "POST that succeeds makes what is kept of its address stale": ["invalidate-POST"],
    "PUT that succeeds makes what is kept of its address stale": ["invalidate-PUT"],
    "DELETE that succeeds makes what is kept of its address stale": ["invalidate-DELETE"],
    "POST that fails does not": ["invalidate-POST-failed"],
    "what is stale is asked about by its tag, and is fresh once more where it still holds": [
      "conditional-etag-strong-generate"
    ],
    "by a weak tag too, for it is the whole that is asked about": ["conditional-etag-weak-generate-weak"],
    "no-cache of an answer is asked about each time": [
      "cc-resp-no-cache", "cc-resp-no-cache-revalidate-fresh",
    ],
    "must-revalidate is never given stale, whatever the request takes": ["cc-resp-must-revalidate-stale"],
    "a failure of the server is told where nothing allows what is stale": ["stale-503"],
    "stale-if-error gives what is stale where the server fails, for as long as it says": ["stale-sie-503"],
    "stale-while-revalidate gives what is stale at once, and asks meanwhile": ["stale-while-revalidate"],
    "and not when it is past that too": ["stale-while-revalidate-window"],
    "an answer that varies is given to requests with the same field, however it is spaced": [
      "vary-match", "vary-no-match", "vary-cache-key", "vary-normalise-space",
    ],
    "and not to one that lacks the field, or has it where the other one had none": [
      "vary-omit", "vary-omit-stored",
    ],
    "all the fields that it names count, in whatever case and in however many fields": [
      "vary-3-match", "vary-3-no-match",
    ],
    "several variants are kept beside one another": ["vary-invalidate"],
  ]

  /// Cases that do not apply to a private cache in a client, by the reason.
  static let otherSuiteCases: [String: [String]] = [
    "It is about a cache for many users.": [
      "cc-resp-private-shared", "freshness-s-maxage-shared", "freshness-max-age-s-maxage-shared-longer",
      "freshness-max-age-s-maxage-shared-longer-reversed",
      "freshness-max-age-s-maxage-shared-longer-multiple",
      "freshness-max-age-s-maxage-shared-shorter", "freshness-max-age-s-maxage-shared-shorter-expires",
      "stale-close-proxy-revalidate", "stale-close-s-maxage=2",
    ],
    "Parts are not kept, and RFC 9111 section 3.4 lets a cache do without.": [
      "partial-store-partial-reuse-partial", "partial-store-partial-reuse-partial-byterange",
      "partial-store-partial-reuse-partial-absent", "partial-store-partial-reuse-partial-suffix",
      "partial-store-partial-complete",
    ],
    "A request with a condition of its own is left to the server: its user would be given 304 for an answer.":
      [
        "conditional-etag-strong-respond", "conditional-304-etag", "conditional-etag-precedence",
        "conditional-etag-strong-respond-obs-text", "conditional-etag-quoted-respond-unquoted",
        "conditional-etag-unquoted-respond-unquoted", "conditional-etag-unquoted-respond-quoted",
        "conditional-etag-weak-respond", "conditional-etag-weak-respond-lowercase",
        "conditional-etag-weak-respond-backslash", "conditional-etag-weak-respond-omit-slash",
        "conditional-etag-strong-respond-multiple-first", "conditional-etag-strong-respond-multiple-second",
        "conditional-etag-strong-respond-multiple-last",
      ],
    "Pragma in an answer was never specified (RFC 9111 section 5.4).": [
      "pragma-response-no-cache", "pragma-response-no-cache-heuristic", "pragma-response-extension",
    ],
    "The field Warning is obsolete (RFC 9111 section 5.5).": [
      "stale-warning-stored", "stale-warning-become",
    ],
    "It is about the button of a browser that reloads a page.": [
      "cc-resp-immutable-fresh", "cc-resp-immutable-stale",
    ],
  ]

  /// Those that this scenario answers.
  var suiteCases: [String] { Self.suiteCases[name] ?? [] }
}
