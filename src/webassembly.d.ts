/** The part of WebAssembly that we use. Neither the ECMAScript library nor the types of Node 20 declare it. */
declare namespace WebAssembly {
  interface MemoryDescriptor {
    /** The size in pages of 64 KiB. */
    readonly initial: number;
    readonly maximum?: number;
  }

  class Memory {
    constructor(descriptor: MemoryDescriptor);
    /** Growing the memory detaches this buffer: fetch it again afterwards. */
    readonly buffer: ArrayBuffer;
    /** Grows the memory and returns the previous size, in pages. */
    grow(pages: number): number;
  }

  class Global {
    constructor(descriptor: { readonly value: string; readonly mutable?: boolean }, value?: number | bigint);
    value: number | bigint;
  }

  class Table {
    constructor(descriptor: { readonly element: "anyfunc" | "externref"; readonly initial: number });
    readonly length: number;
    get(index: number): unknown;
    set(index: number, value?: unknown): void;
    grow(delta: number): number;
  }

  type ImportValue = Memory | Global | Table | number | ((...args: never[]) => unknown);
  type Imports = Readonly<Record<string, Readonly<Record<string, ImportValue>>>>;
  type ExportValue = Memory | Global | Table | ((...args: (number | bigint)[]) => number | bigint | undefined);

  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer);
  }

  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Readonly<Record<string, ExportValue>>;
  }

  class CompileError extends Error {}
  class LinkError extends Error {}
  class RuntimeError extends Error {}

  function validate(bytes: ArrayBufferView | ArrayBuffer): boolean;
  function compile(bytes: ArrayBufferView | ArrayBuffer): Promise<Module>;
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
}
