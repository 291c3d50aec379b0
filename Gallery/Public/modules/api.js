import { noticeSession } from "./session.js";

/** Why a request gave no answer that could be used. */
export class Problem extends Error {
  /**
   * @param {"refused" | "unreadable" | "unreachable"} kind the server said no, said something that is not
   *   the agreed JSON, or said nothing
   * @param {{ status?: number, detail?: string, retryAfter?: number }} facts `detail` is the server's own
   *   sentence for people; `retryAfter` is in milliseconds from now
   */
  constructor(kind, { status, detail, retryAfter = 0 } = {}) {
    super(detail ?? kind);
    this.kind = kind;
    this.status = status;
    this.detail = detail;
    /** When the server is willing to be asked again, as `performance.now()` tells it: the clock on the wall may be set back. */
    this.retryAt = performance.now() + retryAfter;
  }

  /** Whether the server was not there, or not well, so that all may be right when it is back. */
  get isPassing() {
    return this.kind !== "refused" || this.status >= 500;
  }
}

/**
 * Gets JSON from this server. Throws a `Problem`, or the signal's reason once the signal has been aborted.
 * @param {string} path relative to the page, so that the server may live below a prefix
 * @param {{ signal?: AbortSignal, load?: string }} options `load` is what the server's events are to call the load
 */
export async function getJSON(path, { signal, load } = {}) {
  const headers = load ? { "X-Load": load } : {};
  return await read(await send(path, { signal, headers }), signal);
}

/** Sends a value as JSON, and gives the JSON that is answered. Throws as `getJSON` does. */
export async function postJSON(path, value, { signal, method = "POST" } = {}) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(value);
  return await read(await send(path, { signal, method, headers, body }), signal);
}

/** Puts a value as JSON in the place of what is there, and gives the JSON that is answered. Throws as `getJSON` does. */
export async function putJSON(path, value, options = {}) {
  return await postJSON(path, value, { ...options, method: "PUT" });
}

/** Asks the server to end or remove something. Throws as `getJSON` does. */
export async function remove(path) {
  await send(path, { method: "DELETE", headers: { "Content-Type": "application/json" } });
}

/** Sends a request, and gives an answer that says yes. Throws as `getJSON` does. */
export async function send(path, { signal, headers, ...request }) {
  let response;
  try {
    response = await fetch(new URL(path, document.baseURI), {
      ...request,
      signal,
      headers: { Accept: "application/json, application/problem+json", ...headers },
    });
  } catch {
    signal?.throwIfAborted();
    throw new Problem("unreachable");
  }
  noticeSession(response);
  if (!response.ok) throw await refusal(response, signal);
  return response;
}

async function read(response, signal) {
  try {
    return await response.json();
  } catch {
    signal?.throwIfAborted();
    throw new Problem("unreadable", { status: response.status });
  }
}

async function refusal(response, signal) {
  const facts = { status: response.status, retryAfter: wait(response.headers.get("Retry-After")) };
  try {
    const { detail, title } = await response.json();
    const sentence = [detail, title].find((text) => typeof text === "string" && text !== "");
    return new Problem("refused", { ...facts, detail: sentence });
  } catch {
    signal?.throwIfAborted();
    return new Problem("refused", facts);
  }
}

/** `Retry-After` in milliseconds from now: a number of seconds or a date (RFC 9110, section 10.2.3). */
function wait(header) {
  if (!header) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - Date.now());
}
