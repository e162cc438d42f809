/**
 * What the core may use of its surroundings: the few globals that Node and browsers share and that are not in the
 * ECMAScript library. Only the core sees this file; elsewhere the types of Node or of the browser take its place, so
 * every declaration here must stay a part of both.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}

declare const performance: {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
};

interface TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
declare const TextEncoder: new () => TextEncoder;

interface TextDecoder {
  decode(bytes?: ArrayBuffer | ArrayBufferView): string;
}
declare const TextDecoder: new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }) => TextDecoder;

declare function setTimeout(callback: () => void, ms: number): unknown;
