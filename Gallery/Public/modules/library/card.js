import { drawings, element, icon } from "../dom.js";
import { text } from "../i18n.js";
import { hue, mendLater } from "../pictures.js";
import { facts, title } from "./naming.js";

const tray = "M10 3v9M6 8.5l4 4 4-4M4 13.5V16h12v-2.5";

/**
 * A kept thing as a list item, whose cover opens it and takes the keyboard's focus.
 * @param {{ onOpen: () => void, onDelete: () => void }} acts
 */
export function card(thing, { onOpen, onDelete }) {
  const name = title(thing);
  return element("li", { class: "thing", "data-id": thing.id, "data-kind": thing.kind },
    element("article", {},
      element("button", {
        type: "button", class: "thing-cover", "data-target": true, onclick: onOpen,
        "aria-label": text("shelfOpen", { title: name, kind: text(`shelfKind_${thing.kind}`) }),
      }, cover(thing), element("span", { class: "thing-kind", "aria-hidden": "true" }, text(`shelfKind_${thing.kind}`))),
      element("div", { class: "thing-words" },
        element("h2", { class: "thing-title", dir: "auto", title: name }, name),
        element("p", { class: "thing-facts" }, ...facts(thing, { isShort: true }).map((fact) => element("span", { dir: "auto" }, fact))),
        thing.file ? null : element("p", { class: "thing-lost" }, text("shelfLost"))),
      element("div", { class: "thing-acts" }, exportLink(thing, name), deleteButton(name, onDelete))));
}

/** A link that takes the thing away as a file, or nothing where its file is lost. */
export function exportLink({ file }, name) {
  if (!file?.address) return null;
  const label = text("shelfExport", { title: name });
  return element("a", {
    class: "round", "data-act": "export", href: file.address, download: file.name, "aria-label": label, title: label,
  }, icon(tray));
}

export function deleteButton(name, onDelete) {
  const label = text("libraryDelete", { title: name });
  return element("button", {
    type: "button", class: "round", "data-act": "delete", "aria-label": label, title: label, onclick: onDelete,
  }, icon(drawings.bin));
}

/** One picture, or four covers of a chart. */
function cover(thing) {
  const ground = element("span", { class: "thing-ground" });
  ground.style.setProperty("--hue", hue(thing.title + thing.kind));
  const covers = thing.chart ? thing.chart.covers : [thing.image].filter(Boolean);
  ground.classList.toggle("is-four", covers.length >= 4);
  fill(ground, covers.length >= 4 ? covers : covers.slice(0, 1));
  return ground;
}

function fill(ground, addresses) {
  ground.replaceChildren(...addresses.map((src) => element("img", {
    src, alt: "", loading: "lazy", decoding: "async", draggable: "false",
    onload: ({ target }) => target.classList.add("is-loaded"),
    onerror: ({ target }) => {
      target.remove();
      mendLater(ground, () => fill(ground, addresses));
    },
  })));
}
