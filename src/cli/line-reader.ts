/** Lines of the standard input, one for each request. Nothing is read before the first request. */

import { createInterface } from "node:readline";
import type { Interface } from "node:readline";
import type { Line } from "./host.ts";

export class LineReader {
  private readonly give: (line: Line) => void;
  private readonly waiting: string[] = [];
  private lines: Interface | undefined;
  private isAsked = false;
  private hasEnded = false;

  constructor(give: (line: Line) => void) {
    this.give = give;
  }

  ask(): void {
    this.isAsked = true;
    // Without `terminal`, the terminal itself edits lines and makes signals of keys.
    this.lines ??= createInterface({ input: process.stdin, terminal: false })
      .on("line", (line) => {
        this.waiting.push(line);
        this.answer();
      })
      .on("close", () => {
        this.hasEnded = true;
        this.answer();
      });
    this.answer();
  }

  /** There are no more lines, and the process does not wait for any. */
  end(): void {
    if (!this.lines) return;
    this.hasEnded = true;
    this.waiting.length = 0;
    this.lines.close();
    process.stdin.destroy();
    this.answer();
  }

  private answer(): void {
    if (!this.isAsked || (this.waiting.length === 0 && !this.hasEnded)) return;
    this.isAsked = false;
    this.give({ line: this.waiting.shift() });
  }
}
