export interface Gap {
  readonly seconds: number;
  readonly phase: string;
  /** What ran in it, the outermost function first. */
  readonly functions: readonly string[];
}
export interface LooksTask {
  readonly file: string;
  readonly engine: string;
  readonly symmetry: "on" | "off" | "auto";
  readonly properties: readonly string[] | undefined;
  readonly timeoutMs: number;
  /** Shorter gaps, in seconds, are not listed. */
  readonly least: number;
}
export interface Looks {
  readonly outcome: string;
  readonly looks: number;
  readonly gaps: readonly Gap[];
}
