/** Networks that have a name. */
export const presets = {
  good: { latency: 0, bandwidth: null, loss: 0, faults: {} },
  mobile: { latency: 150, bandwidth: 200_000, loss: 0.01, faults: {} },
  bad: {
    latency: 800, bandwidth: 16_000, loss: 0.1,
    faults: { truncate: 0.05, reset: 0.05, stall: 0.02, error500: 0.05, error429: 0.05, "slow-headers": 0.05 },
  },
};

/** What can be chosen of each, from the best to the worst. */
export const steps = {
  latency: [0, 20, 50, 100, 150, 300, 500, 800, 1_500, 3_000, 10_000],
  bandwidth: [null, 5_000_000, 1_000_000, 500_000, 200_000, 64_000, 32_000, 16_000, 8_000, 4_000, 1_000],
  loss: [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5],
  fault: [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1],
};

/** Those that are known, in the order in which they are shown: what spoils the content, the errors, the head. */
const faults = [
  "truncate", "reset", "stall", "wrong-length", "malformed-json", "error500", "error429", "redirect-loop", "slow-headers",
];

/** The names of a network's faults, those that are not known here last. */
export function inOrder(names) {
  return [...faults.filter((name) => names.includes(name)), ...names.filter((name) => !faults.includes(name))];
}

/** The name of the preset that a network is; `null` for one that is none. */
export function presetOf({ latency, bandwidth, loss, faults }) {
  const names = Object.keys(presets);
  return names.find((name) => {
    const preset = presets[name];
    return preset.latency === latency && preset.bandwidth === bandwidth && preset.loss === loss
      && Object.keys(faults).every((fault) => faults[fault] === (preset.faults[fault] ?? 0));
  }) ?? null;
}
