/** What can go wrong with a photo of the server's own upstream, by the address that makes it so. */
const faults = [
  "truncate", "reset", "stall", "wrong-length", "error500", "error429", "malformed-json", "redirect-loop",
  "slow-headers", "missing",
];
const formats = ["jpg", "webp", "png"];

/**
 * Addresses of photos that the server's own upstream draws, other ones each time. With faults, up to ten of them,
 * spread over the list, each go wrong in a way of their own; half of a short list at most.
 */
export function sample(count, { withFaults }) {
  const first = 1 + Math.floor(Math.random() * 100_000);
  const faulty = withFaults ? Math.min(faults.length, Math.ceil(count / 2)) : 0;
  const places = new Map(faults.slice(0, faulty)
    .map((fault, place) => [Math.floor(((place + 0.5) * count) / faulty), fault]));
  return Array.from({ length: count }, (_, index) => address(first + index, places.get(index)));
}

function address(number, fault) {
  if (fault === "missing") return `/photos/${number}/missing.jpg`;
  const spoilt = fault ? `&fault=${fault}` : "";
  return `/photos/${number}.${formats[number % formats.length]}?width=480${spoilt}`;
}

/** The addresses in a text: one a line, without blank lines and those that begin with `#`. */
export function addresses(text) {
  return text.split(/\r\n|\r|\n/u).map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
}
