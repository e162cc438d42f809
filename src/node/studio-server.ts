/**
 * Serves the page of the studio, and the files of one folder to it, on this machine only.
 *
 * Other programs and other pages must not reach the files. The server listens on the loopback address, all paths begin
 * with a random token, and a request must name this server as its host and, if it writes, this page as its origin: so a
 * page from elsewhere can neither guess the address nor use a name that leads here.
 */

import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { largestFile } from "./studio-files.ts";
import type { StudioFiles } from "./studio-files.ts";

export interface StudioOptions {
  /** The folder of the built page. */
  readonly page: string;
  readonly files?: StudioFiles | undefined;
  /** The name of the file to open. */
  readonly open?: string | undefined;
  /** Any free port by default. */
  readonly port?: number | undefined;
}

export interface StudioServer {
  readonly address: string;
  readonly close: () => void;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

const headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  // With both of these, threads of a check can share memory.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "frame-ancestors 'none'",
  "cache-control": "no-store",
};

/** How often files are looked at for changes. */
const lookMs = 150;

/** @throws Error if the port is taken */
export async function startStudio(options: StudioOptions): Promise<StudioServer> {
  const session = new Session(options);
  const server = createServer((request, response) => session.answer(request, response));
  await listening(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  session.port = port;
  const timer = setInterval(() => session.look(), lookMs);
  return {
    address: `http://127.0.0.1:${port}/${session.token}/`,
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}

class Session {
  readonly token = randomBytes(18).toString("base64url");
  port = 0;
  readonly #options: StudioOptions;
  /** Pages that wait for changes. */
  readonly #listeners = new Set<ServerResponse>();

  constructor(options: StudioOptions) {
    this.#options = options;
  }

  /** Tells the pages about files that changed on disk. */
  look(): void {
    for (const name of this.#options.files?.changed() ?? []) {
      for (const response of this.#listeners) response.write(`event: changed\ndata: ${name}\n\n`);
    }
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const path = this.#pathOf(request);
    if (path === undefined) send(response, 404, "not found");
    else if (request.method === "PUT") this.#put(request, response, path);
    else if (request.method === "GET" || request.method === "HEAD") this.#get(response, path);
    else send(response, 405, "not allowed");
  }

  /** The path behind the token, if the request may be answered. */
  #pathOf({ headers: given, url = "" }: IncomingMessage): string | undefined {
    const own = [`127.0.0.1:${this.port}`, `localhost:${this.port}`];
    if (!own.includes(given.host ?? "")) return undefined;
    if (given.origin !== undefined && !own.some((host) => given.origin === `http://${host}`)) return undefined;
    const prefix = `/${this.token}/`;
    const [path = ""] = url.split("?", 1);
    if (!path.startsWith(prefix)) return undefined;
    try {
      return decodeURIComponent(path.slice(prefix.length));
    } catch {
      return undefined;
    }
  }

  #get(response: ServerResponse, path: string): void {
    const { files, open } = this.#options;
    if (path === "session") {
      send(response, 200, JSON.stringify({ open, files: files?.list() ?? [] }), "application/json");
    } else if (path === "events") this.#listen(response);
    else if (path.startsWith("files/")) {
      const text = files?.read(path.slice("files/".length));
      if (text === undefined) send(response, 404, "not found");
      else send(response, 200, text);
    } else this.#page(response, path === "" ? "index.html" : path);
  }

  #listen(response: ServerResponse): void {
    response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
    response.write(": hello\n\n");
    this.#listeners.add(response);
    response.on("close", () => this.#listeners.delete(response));
  }

  /** A file of the page: the names are those that the build gives, so others need no look. */
  #page(response: ServerResponse, name: string): void {
    const type = types[extname(name)];
    const file = join(this.#options.page, name);
    const isPart = /^(?:assets\/)?[\w-][\w.-]*$/.test(name) && !name.includes("..");
    if (!isPart || type === undefined || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      send(response, 404, "not found");
      return;
    }
    const content = readFileSync(file);
    const mark = this.#options.files ? '<meta name="noether-files" content="" />' : "";
    send(
      response,
      200,
      name === "index.html" ? content.toString().replace("</head>", `${mark}</head>`) : content,
      type,
    );
  }

  #put(request: IncomingMessage, response: ServerResponse, path: string): void {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size <= 4 * largestFile) parts.push(part);
      else request.destroy();
    });
    request.on("end", () => {
      const given = textIn(Buffer.concat(parts).toString());
      const { files } = this.#options;
      if (!given || !files || !path.startsWith("files/")) {
        send(response, 400, "expected a text for a file");
        return;
      }
      const written = files.write(path.slice("files/".length), given.text, given.expected);
      const codes = { written: 200, changed: 409, refused: 403 };
      send(response, codes[written], written === "refused" ? "the file cannot be written" : written);
    });
  }
}

function textIn(body: string): { readonly text: string; readonly expected?: string | undefined } | undefined {
  try {
    const { text, expected } = JSON.parse(body) as { readonly text?: unknown; readonly expected?: unknown };
    if (typeof text !== "string") return undefined;
    return { text, expected: typeof expected === "string" ? expected : undefined };
  } catch {
    return undefined;
  }
}

function send(
  response: ServerResponse,
  code: number,
  content: string | Buffer,
  type = "text/plain; charset=utf-8",
): void {
  response.writeHead(code, { ...headers, "content-type": type });
  response.end(content);
}
