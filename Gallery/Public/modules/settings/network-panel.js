import { element } from "../dom.js";
import { formatBytes, formatNumber, text } from "../i18n.js";
import { Choice } from "./choice.js";
import { Slider } from "./slider.js";
import { inOrder, presetOf, presets, steps } from "./weather.js";

/** How bad the network is: by a name, or by each thing that can be bad. Dispatches `change` with the network that is wanted. */
export class NetworkPanel extends EventTarget {
  #presets = new Choice("network", "networkPreset",
    Object.keys(presets).map((name) => [name, `networkPreset_${name}`]));
  #words = element("p", { class: "settings-hint network-words" });
  #sliders = {
    latency: new Slider("networkLatency", steps.latency, duration),
    bandwidth: new Slider("networkBandwidth", steps.bandwidth, bandwidth),
    loss: new Slider("networkLoss", steps.loss, share),
  };
  #faults = new Map();
  #faultList = element("div", { class: "sliders" });
  #form = element("div", { class: "network", hidden: true },
    this.#presets.element, this.#words,
    element("div", { class: "sliders" }, ...Object.values(this.#sliders).map((slider) => slider.element)),
    element("h3", { "data-text": "networkFaults" }),
    element("p", { class: "settings-hint", "data-text": "networkFaultsDetail" }), this.#faultList);
  #absent = element("p", { class: "settings-hint", "data-text": "networkReal", hidden: true });
  #current = null;

  constructor() {
    super();
    this.element = element("section", { class: "settings-part", "aria-labelledby": "settings-network" },
      element("h2", { id: "settings-network", "data-text": "network" }),
      element("p", { class: "settings-hint", "data-text": "networkDetail" }), this.#form, this.#absent);
    this.#presets.addEventListener("change", ({ detail }) => this.#want(presets[detail]));
    for (const slider of Object.values(this.#sliders)) {
      slider.addEventListener("change", () => this.#want(this.#read()));
    }
  }

  /**
   * @param {{ latency: number, bandwidth: number | null, loss: number, faults: object } | null} network `null` while it is not
   *   known
   * @param {boolean} isThere whether there is one that can be changed
   */
  show(network, isThere) {
    this.#current = network;
    this.#form.hidden = network === null || !isThere;
    this.#absent.hidden = isThere;
    if (network === null) return;
    for (const [name, slider] of Object.entries(this.#sliders)) slider.value = network[name];
    for (const name of inOrder(Object.keys(network.faults))) this.#fault(name).value = network.faults[name];
    this.#presets.show(presetOf(network));
    this.#describe();
  }

  localize() {
    for (const slider of [...Object.values(this.#sliders), ...this.#faults.values()]) slider.localize();
    this.#describe();
  }

  #describe() {
    const name = this.#current && presetOf(this.#current);
    this.#words.textContent = this.#current ? text(`networkWords_${name ?? "own"}`) : "";
  }

  /** Of whatever faults the server knows: one that has no words here has its own name. */
  #fault(name) {
    if (!this.#faults.has(name)) {
      const key = `networkFault_${name}`;
      const slider = new Slider(text(key) ? key : name, steps.fault, share);
      slider.addEventListener("change", () => this.#want(this.#read()));
      this.#faults.set(name, slider);
      this.#faultList.append(slider.element);
    }
    return this.#faults.get(name);
  }

  #read() {
    const entries = Object.entries(this.#sliders).map(([name, slider]) => [name, slider.value]);
    const faults = [...this.#faults].map(([name, slider]) => [name, slider.value]);
    return { ...Object.fromEntries(entries), faults: Object.fromEntries(faults) };
  }

  #want(network) {
    this.dispatchEvent(new CustomEvent("change", { detail: network }));
  }
}

function duration(milliseconds) {
  const [value, unit] = milliseconds < 1000 ? [milliseconds, "millisecond"] : [milliseconds / 1000, "second"];
  return formatNumber(value, { style: "unit", unit, unitDisplay: "short" });
}

function bandwidth(bytes) {
  return bytes === null ? text("networkUnlimited") : text("networkASecond", { bytes: formatBytes(bytes) });
}

function share(share) {
  return formatNumber(share, { style: "percent", maximumFractionDigits: 1 });
}
