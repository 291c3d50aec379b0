import { getJSON, postJSON } from "../api.js";
import { element } from "../dom.js";
import { formatNumber, localize, text } from "../i18n.js";
import { Account } from "./account.js";
import { Batch } from "./batch.js";
import { Ending, sentence } from "./ending.js";
import { PhotosForm } from "./form.js";
import { ProblemNote } from "./problem-note.js";
import { Prompt } from "./prompt.js";
import { Wall } from "./wall.js";

export const photosScreen = {
  name: "photos",
  label: "photos",
  mount: (root, context) => new PhotosScreen(root, context),
};

/** The batch that was looked at last, for one who goes to another screen and comes back. */
let latest = null;
/** The order that is on its way, which a screen that is opened meanwhile waits for instead of giving it again. */
let ordering = null;
/** The screen that is there. */
let present = null;

/** A batch of photos, which says once that it is done. Its number is in the address, so it survives a reload. */
class PhotosScreen {
  #context;
  #batch = null;
  #state = element("span", { class: "headline-country" });
  #form = new PhotosForm();
  #prompt = new Prompt();
  #problem = new ProblemNote();
  #account = new Account();
  #ending = new Ending((urls) => this.#retry(urls));
  #wall = new Wall();
  /** Members that the wall does not show yet as they are. */
  #changed = [];
  #frame = 0;

  constructor(root, context) {
    this.#context = context;
    present = this;
    root.append(
      element("header", { class: "headline" }, element("h1", {},
        element("span", { class: "headline-kind", "data-text": "photos" }), " ", this.#state)),
      ...[this.#form, this.#prompt, this.#problem, this.#account, this.#ending, this.#wall]
        .map((part) => part.element));
    this.#form.addEventListener("start", ({ detail }) => this.#start(detail));
    this.#form.addEventListener("cancel", () => this.#cancel());
    this.#form.addEventListener("edit", () => this.#render());
    this.#form.addEventListener("filled", ({ detail }) => this.#filled(detail));
    this.#offerSamples();
    this.#render();
    const id = batchInAddress() ?? latest;
    if (id) this.#watch(new Batch(id, context.feed, { isNew: false }));
    if (id) history.replaceState(null, "", address(id));
    if (ordering) this.#await(ordering);
  }

  // What the shell tells.

  localize() {
    this.#form.localize();
    this.#problem.localize();
    this.#ending.show(this.#batch);
    this.#wall.localize(this.#batch?.members ?? []);
    this.#render();
  }

  navigate() {
    const id = batchInAddress();
    if (id === (this.#batch?.id ?? null)) return;
    this.#forget();
    if (id) this.#watch(new Batch(id, this.#context.feed, { isNew: false }));
    this.#render();
  }

  leave() {}

  resume() {
    this.#batch?.refresh();
  }

  reconnect() {
    this.#offerSamples();
  }

  unmount() {
    present = null;
    this.#form.close();
    this.#batch?.close();
    this.#prompt.update(false);
    this.#wall.clear();
    cancelAnimationFrame(this.#frame);
  }

  // What the reader does.

  async #start(order) {
    if (ordering) return;
    if (order.urls.length === 0) {
      this.#prompt.show();
      return this.#form.focus();
    }
    this.#problem.clear();
    ordering = postJSON("api/photos", order).then(({ batch }) => ({ id: batch, count: order.urls.length }));
    await this.#await(ordering);
    ordering = null;
  }

  /** Shows the batch that was ordered, unless the reader has gone: the address is that of another screen by then. */
  async #await(order) {
    try {
      const { id, count } = await order;
      if (present !== this) return void (latest = id);
      this.#forget();
      history.pushState(null, "", address(id));
      this.#watch(new Batch(id, this.#context.feed, { isNew: true }));
      this.#context.announcer.say(text("photosStarted", { count: formatNumber(count) }));
    } catch (problem) {
      if (present === this) this.#problem.show(problem);
      // One that was opened meanwhile waits for the same order.
      else if (!present) this.#context.announcer.say(problem.detail ?? text("unreachableTitle"));
    }
  }

  async #cancel() {
    try {
      await this.#batch?.cancel();
    } catch (problem) {
      this.#form.cancelFailed();
      this.#problem.show(problem);
    }
  }

  /** The button that was pressed goes away with the message that it stands in. */
  #retry(urls) {
    this.#form.urls = urls;
    this.#form.focus();
    this.#start(this.#form.order(urls));
  }

  #filled(count) {
    this.#context.announcer.say(text("photosSampleFilled", { count: formatNumber(count) }));
    this.#render();
  }

  // What the server tells.

  async #offerSamples() {
    try {
      this.#form.hasSamples = (await getJSON("api/photos")).samples === true;
    } catch {
      // Without them it works as well.
    }
  }

  #watch(batch) {
    this.#batch = batch;
    latest = batch.id;
    this.#form.isRunning = true;
    batch.addEventListener("known", () => this.#known());
    batch.addEventListener("members", ({ detail }) => {
      this.#changed.push(...detail);
      this.#renderSoon();
    });
    batch.addEventListener("progress", () => {
      this.#problem.clear();
      this.#renderSoon();
    });
    batch.addEventListener("done", () => this.#done());
    batch.addEventListener("problem", ({ detail }) => this.#failed(detail));
    batch.follow();
    this.#render();
  }

  #known() {
    this.#problem.clear();
    this.#wall.show(this.#batch.members);
    if (this.#form.urls.length === 0) this.#form.urls = this.#batch.members.map(({ url }) => url);
  }

  #done() {
    this.#form.isRunning = false;
    this.#ending.show(this.#batch);
    this.#render();
    if (this.#batch.wasSeenRunning) this.#context.announcer.say(sentence(this.#batch.done));
  }

  /** A batch that the server does not know, after it was started again, is one that nobody can look at. */
  #failed(problem) {
    this.#problem.show(problem);
    if (problem.status !== 404) return;
    this.#forget();
    history.replaceState(null, "", address(null));
    this.#render();
  }

  #forget() {
    this.#batch?.close();
    this.#batch = null;
    this.#changed = [];
    latest = null;
    this.#form.isRunning = false;
    this.#ending.show(null);
    this.#wall.clear();
  }

  /** A thousand events in a moment are one drawing. */
  #renderSoon() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#render());
  }

  #render() {
    this.#wall.update(this.#changed.splice(0));
    this.#state.textContent = headline(this.#batch);
    this.#account.show(this.#batch);
    localize(this.#account.element);
    this.#prompt.update(!this.#batch && this.#form.urls.length === 0);
  }
}

function headline(batch) {
  if (!batch || batch.members.length === 0) return text("photosManyAtOnce");
  const total = formatNumber(batch.members.length);
  if (batch.done?.timedOut) return text("photosTimedOutHeadline");
  if (batch.done?.cancelled > 0) return text("photosCancelledHeadline");
  if (batch.done) return text("photosHere", { succeeded: formatNumber(batch.done.succeeded), total });
  return text("photosSoFar", { settled: formatNumber(batch.members.length - batch.count("waiting")), total });
}

function batchInAddress() {
  return new URLSearchParams(location.search).get("batch") || null;
}

function address(id) {
  const parameters = new URLSearchParams({ screen: "photos" });
  if (id) parameters.set("batch", id);
  return `?${parameters}`;
}
