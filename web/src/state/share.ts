/**
 * A model in the address of the page: text, constants and the trace that is open, compressed. It stands behind `#`, so
 * no server ever sees it.
 */

import type { ModelText } from "../engine/protocol.ts";

export interface Shared {
  readonly model: ModelText;
  readonly trace?: { readonly text: string; readonly origin: string; readonly position: number } | undefined;
}

const mark = "#model=";

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const readable = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

export async function sharedAddress(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.href.split("#", 1)[0]}${mark}${text}`;
}

/** What an address shares; `undefined` if nothing. Throws if it is damaged. */
export async function sharedIn(hash: string): Promise<Shared | undefined> {
  if (!hash.startsWith(mark)) return undefined;
  const binary = atob(hash.slice(mark.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(
    Uint8Array.from(binary, (character) => character.charCodeAt(0)),
    new DecompressionStream("deflate-raw"),
  );
  return checked(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Addresses come from anywhere, so each part is looked at. */
function checked(data: unknown): Shared {
  const { model, trace } = data as {
    readonly model?: Partial<ModelText>;
    readonly trace?: Partial<Record<"text" | "origin" | "position", unknown>>;
  };
  if (typeof model?.name !== "string" || typeof model.text !== "string") throw new TypeError("no model");
  const texts = (record: unknown): Record<string, string> =>
    Object.fromEntries(
      Object.entries((record ?? {}) as Record<string, unknown>).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string",
      ),
    );
  const known = { name: model.name, text: model.text, defines: texts(model.defines), files: texts(model.files) };
  if (typeof trace?.text !== "string" || typeof trace.origin !== "string") return { model: known };
  const position = typeof trace.position === "number" ? trace.position : 0;
  return { model: known, trace: { text: trace.text, origin: trace.origin, position } };
}
