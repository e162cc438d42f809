/**
 * Reads XML as a stream of events with places in the text.
 *
 * The parser gets the text in pieces, and nothing of it is kept here. So any file takes time linear in its length and
 * memory for one element at a time. Document type declarations are refused, and with them all entities except the five
 * of XML. Reading ends at the first error in the XML, since the rest cannot be trusted.
 */

import { SaxesParser } from "saxes";
import type { Collector } from "../../syntax/collector.ts";
import { excerpt } from "../../syntax/excerpt.ts";
import { Refused } from "../../syntax/refused.ts";
import { positionAt } from "../../syntax/source.ts";
import { look } from "../../util/limits.ts";

/** An opening tag. */
export interface Tag {
  /** The name without a prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
}

export interface XmlEvents {
  open(tag: Tag): void;
  close(): void;
  text(text: string): void;
}

/** An element that is open, and where it begins. */
interface Opened {
  readonly name: string;
  readonly start: number;
}

const pieceLength = 65_536;
const depthLimit = 1_000;

/** Throws `Refused` after reporting an error in the XML. */
export function readXml(collector: Collector, events: XmlEvents): void {
  const { text } = collector.source;
  const parser = new SaxesParser({ position: false, xmlns: false });
  const open: Opened[] = [];
  let closed: Opened | undefined;
  const refuse = (code: string, message: string, at: number): never => {
    const start = Math.max(0, Math.min(at, text.length));
    collector.reportOnly(code, message, start, Math.min(start + 1, text.length));
    throw new Refused();
  };
  /** The start of the tag that ends at the position of the parser. No attribute contains `<`. */
  const tagStart = (): number => Math.max(0, text.lastIndexOf("<", parser.position - 1));
  /** The place is that of the element, since nobody knows where it should have ended. */
  const refuseUnclosed = ({ name, start }: Opened, found: string): never => {
    const end = start + 1 + name.length;
    collector.reportOnly(
      "pnml/unclosed-element",
      `expected \`</${name}>\` to close \`<${name}>\`, found ${found}`,
      start,
      end,
    );
    throw new Refused();
  };
  parser.on("error", ({ message }) => {
    const what = message.replace(/\.$/, "");
    if (what.startsWith("unclosed tag")) refuseUnclosed(open.at(-1)!, "the end of the file");
    if (what === "unexpected close tag" && closed) {
      const at = tagStart();
      const { line, column } = positionAt(collector.source, at);
      const tag = /^<\/[^>\s]*/.exec(text.slice(at, at + 100))?.[0] ?? "";
      refuseUnclosed(closed, `\`${excerpt(tag)}>\` at ${line}:${column}`);
    }
    refuse("pnml/malformed-xml", `expected XML, found this: ${what}`, parser.position - 1);
  });
  parser.on("doctype", () => {
    const message = "found a document type declaration; entities and other definitions of one's own are not read";
    refuse("pnml/doctype", message, Math.max(0, text.lastIndexOf("<!DOCTYPE", parser.position)));
  });
  parser.on("opentag", ({ name, attributes }) => {
    look();
    const start = tagStart();
    if (open.push({ name, start }) > depthLimit) {
      refuse("pnml/nested-too-deeply", `found more than ${depthLimit} elements in each other`, start);
    }
    events.open({ name: name.slice(name.indexOf(":") + 1), attributes, start, end: parser.position });
  });
  parser.on("closetag", () => {
    closed = open.pop();
    events.close();
  });
  parser.on("text", (found) => events.text(found));
  parser.on("cdata", (found) => events.text(found));
  for (let at = 0; at < text.length; at += pieceLength) parser.write(text.slice(at, at + pieceLength));
  parser.close();
}
