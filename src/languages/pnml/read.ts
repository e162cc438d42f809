/**
 * Reads a PNML file into a `Document`, as a stream. Graphics, tool-specific parts other than units (`units.ts`) and texts
 * for people are skipped, and terms are kept as elements. Unknown elements that may have a meaning are refused by name.
 */

import type { Collector } from "../../syntax/collector.ts";
import { Refused } from "../../syntax/refused.ts";
import { tokenLimit } from "../petri/petri-net.ts";
import type {
  ArcElement,
  Document,
  Element,
  NetKind,
  Node,
  PlaceNode,
  TransitionNode,
  Range,
  UnitElement,
  UnitsElement,
} from "./document.ts";
import type { Tag } from "./xml.ts";
import { readXml } from "./xml.ts";

const grammar = "http://www.pnml.org/version-2009/grammar/";

const kinds: Readonly<Record<string, NetKind>> = {
  [`${grammar}ptnet`]: "place-transition",
  [`${grammar}symmetricnet`]: "symmetric",
  [`${grammar}highlevelnet`]: "symmetric",
  [`${grammar}pt-hlpng`]: "symmetric",
};

/** Elements that do not affect the behavior of the net. */
const ignored: ReadonlySet<string> = new Set(["graphics", "toolspecific", "offset", "position", "documentation"]);

/** Throws `Refused` if reading cannot go on. Other errors are reported, and reading goes on. */
export function readDocument(collector: Collector): Document | undefined {
  const reader = new Reader(collector);
  readXml(collector, reader);
  return reader.finish();
}

/** The enclosing element. `holder` is the node or arc that a label belongs to. */
type Frame =
  | { readonly kind: "root" | "pnml" | "net" | "page" | "text" | "structure" | "ignored" }
  | { readonly kind: "nupn" }
  | { readonly kind: "units"; readonly holder: UnitsElement }
  | { readonly kind: "unit"; readonly holder: UnitElement }
  | { readonly kind: "ids"; readonly take: (ids: readonly string[]) => void }
  | { readonly kind: "name"; readonly holder?: PlaceNode | TransitionNode | { name?: string } | undefined }
  | { readonly kind: "place"; readonly holder: PlaceNode }
  | { readonly kind: "transition"; readonly holder: TransitionNode }
  | { readonly kind: "arc"; readonly holder: ArcElement }
  | {
      readonly kind: "number";
      readonly take: (value: number) => void;
      readonly least: number;
      text: string;
      place: Range;
    }
  | { readonly kind: "term"; readonly take: (element: Element) => void };

class Reader {
  readonly #collector: Collector;
  readonly #frames: Frame[] = [{ kind: "root" }];
  readonly #nodes = new Map<string, Node>();
  readonly #arcs: ArcElement[] = [];
  readonly #arcIds = new Set<string>();
  readonly #declarations: Element[] = [];
  /** The open elements of a term, outermost first. */
  readonly #elements: { element: Element; children: Element[] }[] = [];
  #ignoredDepth = 0;
  #text = "";
  #units: UnitsElement | undefined;
  #net: { id: string; kind: NetKind; label: { name?: string }; place: Range } | undefined;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  finish(): Document | undefined {
    if (!this.#net) {
      this.#report("no-net", "expected an element `net`, found none", { start: 0, end: 1 });
      return undefined;
    }
    const { id, kind, label, place } = this.#net;
    return {
      id,
      name: label.name,
      kind,
      nodes: this.#nodes,
      arcs: this.#arcs,
      declarations: this.#declarations,
      units: this.#units,
      place,
    };
  }

  open(tag: Tag): void {
    if (this.#collector.full) throw new Refused();
    this.#text = "";
    const frame = this.#frames.at(-1)!;
    if (frame.kind === "ignored") {
      this.#ignoredDepth++;
      return;
    }
    this.#frames.push(this.#enter(frame, tag));
  }

  close(): void {
    const frame = this.#frames.at(-1)!;
    if (frame.kind === "ignored" && this.#ignoredDepth > 0) {
      this.#ignoredDepth--;
      return;
    }
    this.#frames.pop();
    const above = this.#frames.at(-1)!;
    if (frame.kind === "text") {
      const text = this.#text.trim();
      if (above.kind === "name" && above.holder && text !== "") above.holder.name = text;
      else if (above.kind === "number") above.text = text;
    } else if (frame.kind === "number") this.#finishNumber(frame);
    else if (frame.kind === "ids") frame.take(this.#text.split(/\s+/).filter((id) => id !== ""));
    else if (frame.kind === "structure") {
      const { element, children } = this.#elements.pop()!;
      const finished: Element = { ...element, children };
      const parent = this.#elements.at(-1);
      if (parent) parent.children.push(finished);
      else if (above.kind === "term") above.take(finished);
    }
    this.#text = "";
  }

  text(text: string): void {
    const { kind } = this.#frames.at(-1)!;
    if (kind === "text" || kind === "ids") this.#text += text;
  }

  #enter(frame: Frame, tag: Tag): Frame {
    const { name } = tag;
    switch (frame.kind) {
      case "root":
        if (name === "pnml") return { kind: "pnml" };
        return this.#refuse("not-pnml", `expected the element \`pnml\`, found \`${name}\``, tag);
      case "pnml":
        if (name === "net") return this.#enterNet(tag);
        return this.#pass(tag, "pnml", ["name"]);
      case "net":
      case "page":
        return this.#enterPart(tag, frame.kind);
      case "place":
        return this.#enterPlace(tag, frame.holder);
      case "transition":
        if (name === "name") return { kind: "name", holder: frame.holder };
        if (name === "condition") return { kind: "term", take: (e) => (frame.holder.condition = e) };
        return this.#pass(tag, "transition");
      case "arc":
        return this.#enterArc(tag, frame.holder);
      case "name":
      case "number":
        if (name === "text") return { kind: "text" };
        return this.#pass(tag, frame.kind === "name" ? "name" : "number");
      case "term":
        if (name === "text") return { kind: "ignored" };
        if (name === "structure") return this.#enterElement(tag);
        return this.#pass(tag, "label");
      case "structure":
        return this.#enterElement(tag);
      case "text":
        return this.#refuse("unexpected-element", `expected text, found the element \`${name}\``, tag);
      case "nupn":
      case "units":
      case "unit":
        return this.#enterUnits(frame, tag);
      case "ids":
        return { kind: "ignored" };
      case "ignored":
        return frame;
    }
  }

  /** Other elements among units are skipped. */
  #enterUnits(frame: Frame & { kind: "nupn" | "units" | "unit" }, { name, attributes }: Tag): Frame {
    if (frame.kind === "nupn" && name === "structure") {
      this.#units = { root: attributes["root"], isSafe: attributes["safe"] === "true", units: [] };
      return { kind: "units", holder: this.#units };
    }
    if (frame.kind === "units" && name === "unit") {
      const holder: UnitElement = { id: attributes["id"] ?? "", places: [], subunits: [] };
      frame.holder.units.push(holder);
      return { kind: "unit", holder };
    }
    if (frame.kind !== "unit" || (name !== "places" && name !== "subunits")) return { kind: "ignored" };
    return { kind: "ids", take: (ids) => (frame.holder[name] = ids) };
  }

  #enterNet(tag: Tag): Frame {
    if (this.#net) return this.#refuse("several-nets", "expected one net, found a second one", tag);
    const { type } = tag.attributes;
    const id = this.#attribute(tag, "id");
    if (type === undefined) {
      return this.#refuse("missing-attribute", "expected the attribute `type` of `net`, found none", tag);
    }
    const kind = kinds[type.trim()];
    if (!kind) {
      const message = `expected a place/transition net or a symmetric net (${grammar}ptnet or symmetricnet), found \`${type}\``;
      return this.#refuse("unsupported-net", message, tag);
    }
    this.#net = { id: id ?? "net", kind, label: {}, place: { start: tag.start, end: tag.end } };
    return { kind: "net" };
  }

  #enterPart(tag: Tag, inside: "net" | "page"): Frame {
    const range = { start: tag.start, end: tag.end };
    switch (tag.name) {
      case "page":
        return { kind: "page" };
      case "name":
        return { kind: "name", holder: inside === "net" ? this.#net!.label : undefined };
      case "declaration":
        return { kind: "term", take: (element) => this.#declarations.push(...element.children) };
      case "place": {
        const holder: PlaceNode = { kind: "place", id: this.#id(tag), ...range };
        this.#addNode(holder);
        return { kind: "place", holder };
      }
      case "transition": {
        const holder: TransitionNode = { kind: "transition", id: this.#id(tag), ...range };
        this.#addNode(holder);
        return { kind: "transition", holder };
      }
      case "referencePlace":
      case "referenceTransition":
        this.#addNode({ kind: tag.name, id: this.#id(tag), to: this.#attribute(tag, "ref") ?? "", ...range });
        return { kind: "ignored" };
      case "arc": {
        const id = this.#id(tag);
        if (id !== "" && (this.#arcIds.has(id) || this.#nodes.has(id))) this.#duplicate(id, range);
        this.#arcIds.add(id);
        const source = this.#attribute(tag, "source") ?? "";
        const holder: ArcElement = { source, target: this.#attribute(tag, "target") ?? "", ...range };
        if (source !== "" && holder.target !== "") this.#arcs.push(holder);
        return { kind: "arc", holder };
      }
      case "toolspecific":
        return { kind: tag.attributes["tool"] === "nupn" ? "nupn" : "ignored" };
      default:
        return this.#pass(tag, inside);
    }
  }

  #enterPlace(tag: Tag, holder: PlaceNode): Frame {
    switch (tag.name) {
      case "name":
        return { kind: "name", holder };
      case "initialMarking":
        this.#expectKind(tag, "place-transition");
        return { kind: "number", take: (value) => (holder.initial = value), least: 0, text: "", place: tag };
      case "type":
        this.#expectKind(tag, "symmetric");
        return { kind: "term", take: (element) => (holder.sort = element) };
      case "hlinitialMarking":
        this.#expectKind(tag, "symmetric");
        return { kind: "term", take: (element) => (holder.marking = element) };
      default:
        return this.#pass(tag, "place");
    }
  }

  #enterArc(tag: Tag, holder: ArcElement): Frame {
    switch (tag.name) {
      case "inscription":
        this.#expectKind(tag, "place-transition");
        return { kind: "number", take: (value) => (holder.weight = value), least: 1, text: "", place: tag };
      case "hlinscription":
        this.#expectKind(tag, "symmetric");
        return { kind: "term", take: (element) => (holder.inscription = element) };
      case "type": {
        const { value } = tag.attributes;
        if (value === "normal") return { kind: "ignored" };
        const message = `found an arc of type \`${value ?? ""}\`; only normal arcs are read`;
        return this.#refuse("unsupported-arc", message, tag);
      }
      default:
        return this.#pass(tag, "arc", ["name"]);
    }
  }

  #enterElement({ name, attributes, start, end }: Tag): Frame {
    this.#elements.push({ element: { name, attributes, start, end, children: [] }, children: [] });
    return { kind: "structure" };
  }

  #finishNumber({ text, take, least, place }: Frame & { kind: "number" }): void {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= tokenLimit) take(value);
    else {
      const found = text === "" ? "nothing" : `\`${text.slice(0, 40)}\``;
      this.#report("malformed-number", `expected a whole number from ${least} to ${tokenLimit}, found ${found}`, place);
    }
  }

  /** Skips an element without meaning, and refuses any other. */
  #pass(tag: Tag, inside: string, more: readonly string[] = []): Frame {
    if (!ignored.has(tag.name) && !more.includes(tag.name)) {
      this.#report("unsupported-element", `found \`${tag.name}\` in \`${inside}\`, which is not read`, tag);
    }
    return { kind: "ignored" };
  }

  #expectKind(tag: Tag, kind: NetKind): void {
    if (this.#net!.kind === kind) return;
    this.#report("unexpected-element", `found \`${tag.name}\`, which ${kind} nets have, in a net of another type`, tag);
  }

  #addNode(node: Node): void {
    if (node.id === "") return;
    if (this.#nodes.has(node.id) || this.#arcIds.has(node.id)) this.#duplicate(node.id, node);
    else this.#nodes.set(node.id, node);
  }

  #duplicate(id: string, place: Range): void {
    this.#report("duplicate-id", `expected an id of its own, found \`${id}\` for the second time`, place);
  }

  #id(tag: Tag): string {
    return this.#attribute(tag, "id") ?? "";
  }

  #attribute(tag: Tag, name: string): string | undefined {
    const value = tag.attributes[name]?.trim();
    if (value) return value;
    this.#report("missing-attribute", `expected the attribute \`${name}\` of \`${tag.name}\`, found none`, tag);
    return undefined;
  }

  #report(code: string, message: string, { start, end }: Range): void {
    this.#collector.report(`pnml/${code}`, message, start, end);
  }

  #refuse(code: string, message: string, place: Range): never {
    this.#report(code, message, place);
    throw new Refused();
  }
}
