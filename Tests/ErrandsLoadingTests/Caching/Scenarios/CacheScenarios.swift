/// All of them, in the groups in which tests of HTTP caches are usually put.
///
/// Which cases of the field's public suite they answer is in ``CacheScenario/suiteCases``.
///
/// Left out, with the reason:
/// - Whatever is for shared caches only: `s-maxage`, `private`, `public` and `proxy-revalidate` deciding what is kept,
///   `Authorization` keeping an answer out, `Via`, `CDN-Cache-Control`, `Surrogate-Control`, requests collapsed between
///   users. The policy's own tests have what its `isShared` does.
/// - Parts put together to a whole, and `Range` answered from what is kept: parts are not kept (RFC 9111 section 3.4
///   lets a cache do without). What matters is in `storing`: a part is never given for the whole.
/// - Redirects from the cache: the fetcher follows them hop by hop, and keeps what they lead to.
/// - HEAD answered from what GET brought, and HEAD that renews it (section 4.3.5): both are allowed and not required.
/// - Conditions in a client's own request: the fetcher's user asks for what there is; 304 would be no answer to that.
/// - `Pragma` in an answer: it was never specified (section 5.4).
/// - `no-cache` and `private` that name fields (sections 5.2.2.4 and 5.2.2.7): a cache may treat them as though they
///   named none.
/// - `must-understand`: there is no status that this cache understands and others do not.
/// - Invalidating what `Location` and `Content-Location` name (section 4.4): allowed and no longer required.
/// - Interim answers and trailers: the transports do not hand them on.
extension CacheScenario {
  static let all = storing + freshness + requests + validating + stale + varying + invalidating
}
