/** The protocol of Redis (RESP 2), for a server: commands are arrays of byte strings. */

export type Reply = null | number | string | Buffer | Failure | readonly Reply[];

/** An error as a reply, such as `ERR unknown command`. */
export interface Failure {
  readonly error: string;
}

/** A reply that is a simple string, such as `OK`. */
const simple = new Set(["OK", "PONG"]);
const end = "\r\n";

/** Reads commands from the pieces in which they arrive. */
export class CommandReader {
  private rest: Buffer = Buffer.alloc(0);
  private pieces: Buffer[] = [];
  private missing = 0;

  /** @throws SyntaxError for anything but commands */
  read(piece: Buffer): Buffer[][] {
    this.pieces.push(piece);
    this.missing -= piece.length;
    // Large commands come in many pieces: they are joined once.
    if (this.missing > 0) return [];
    this.rest = Buffer.concat([this.rest, ...this.pieces]);
    this.pieces = [];
    this.missing = 0;
    const commands: Buffer[][] = [];
    for (let command = this.next(); command; command = this.next()) commands.push(command);
    return commands;
  }

  private next(): Buffer[] | undefined {
    const head = this.line(0, "*");
    if (!head) return undefined;
    const parts: Buffer[] = [];
    let { at } = head;
    for (let k = 0; k < head.value; k++) {
      const size = this.line(at, "$");
      if (!size) return undefined;
      at = size.at + size.value + end.length;
      if (at > this.rest.length) {
        this.missing = at - this.rest.length;
        return undefined;
      }
      parts.push(this.rest.subarray(size.at, size.at + size.value));
    }
    this.rest = this.rest.subarray(at);
    return parts;
  }

  /** The number in a line that begins with a sign, and where the next line begins. */
  private line(at: number, sign: string): { readonly value: number; readonly at: number } | undefined {
    const stop = this.rest.indexOf(end, at);
    if (stop < 0) return undefined;
    const text = this.rest.toString("latin1", at, stop);
    if (!text.startsWith(sign) || !/^\d{1,9}$/.test(text.slice(1))) throw new SyntaxError("expected a command");
    return { value: Number(text.slice(1)), at: stop + end.length };
  }
}

/** The bytes of a reply, in pieces. */
export function* encoded(reply: Reply): Generator<string | Buffer> {
  if (reply === null) yield `$-1${end}`;
  else if (typeof reply === "number") yield `:${reply}${end}`;
  else if (typeof reply === "string" && simple.has(reply)) yield `+${reply}${end}`;
  else if (typeof reply === "string" || Buffer.isBuffer(reply)) {
    yield `$${Buffer.byteLength(reply)}${end}`;
    yield reply;
    yield end;
  } else if ("error" in reply) yield `-${reply.error}${end}`;
  else {
    yield `*${reply.length}${end}`;
    for (const item of reply) yield* encoded(item);
  }
}
