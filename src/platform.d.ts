/**
 * The environment of the core: the few globals that Node and browsers share and that are not in the ECMAScript library.
 * Only the core sees this file. Elsewhere the types of Node or of the browser replace it, so every declaration here
 * must be a part of both.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}

declare const performance: {
  /** Milliseconds since some fixed moment. Never decreases. */
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

declare function setTimeout(callback: () => void, ms: number): number;
declare function clearTimeout(timer: number): void;
declare function setInterval(callback: () => void, ms: number): number;
declare function clearInterval(timer: number): void;
