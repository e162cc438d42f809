/**
 * Where Redis or Valkey is, and how to log in: a URL, and files for TLS.
 *
 * A password on the command line is in the process list of the machine, where everybody reads it. So URLs with a password
 * come from the environment only, and no message shows one.
 */

import { readFileSync } from "node:fs";
import { RequestError } from "../check/request-error.ts";
import { reasonOf } from "../node/source-file.ts";

/** The variable with the URL, if that is a secret. */
export const urlVariable = "NOETHER_REDIS_URL";

/** The variable with a secret that the starter of a run and its workers share. */
export const secretVariable = "NOETHER_CLUSTER_SECRET";

export interface Address {
  /** `redis://host:6379`, with TLS `rediss://host:6379`, or `unix:///path`. */
  readonly url: string;
  /** Files in PEM format: the certificate of one's own authority, and a certificate and key for this client. */
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** What the client must know of a server. */
export interface ServerOptions {
  readonly host?: string;
  readonly port?: number;
  readonly path?: string;
  readonly db?: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: Readonly<Record<string, string>>;
}

/**
 * The URL of a command: from its option, or else from the environment.
 *
 * @throws RequestError if the option has a password
 */
export function chosenUrl(option: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (option === undefined) {
    const url = environment[urlVariable];
    return url === undefined || url === "" ? undefined : url;
  }
  if (parsed(option).password !== "") {
    throw new RequestError(
      `--redis has a password, which everybody on this machine can read in the process list: set ${urlVariable} instead`,
    );
  }
  return option;
}

/** The URL without user and password, for messages. */
export function shownUrl(url: string): string {
  const { protocol, host, pathname } = parsed(url);
  return `${protocol}//${host}${protocol === "unix:" ? pathname : ""}`;
}

/** @throws RequestError if the URL or a file is wrong */
export function serverAt({ url, caFile, certFile, keyFile }: Address): ServerOptions {
  const { protocol, hostname, port, pathname, username, password } = parsed(url);
  const login = {
    ...(username === "" ? {} : { username: decoded(username, url) }),
    ...(password === "" ? {} : { password: decoded(password, url) }),
  };
  if (protocol === "unix:") return { path: decoded(pathname, url), ...login };
  if (hostname === "") throw new RequestError(`${shownUrl(url)}: expected a host`);
  const database = pathname.replace(/^\//, "");
  if (!/^\d*$/.test(database)) {
    throw new RequestError(`${shownUrl(url)}: expected the number of a database after the host`);
  }
  const hasTls = protocol === "rediss:";
  if (!hasTls && (caFile ?? certFile ?? keyFile) !== undefined) {
    throw new RequestError(`${shownUrl(url)} is without TLS, so certificates have no effect: use rediss://`);
  }
  // With one of them alone the client would say nothing, and have no certificate.
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new RequestError("a certificate of this client and its key belong together: --redis-cert and --redis-key");
  }
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? 6379 : Number(port),
    db: Number(database),
    ...login,
    ...(hasTls ? { tls: { ...pem("ca", caFile), ...pem("cert", certFile), ...pem("key", keyFile) } } : {}),
  };
}

function pem(name: "ca" | "cert" | "key", file: string | undefined): Readonly<Record<string, string>> {
  if (file === undefined) return {};
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new RequestError(`cannot read the file ${file}: ${reasonOf(error)}`);
  }
  // The client takes anything else for no authority at all.
  const what = name === "key" ? "key" : "certificate";
  if (!(name === "key" ? /-----BEGIN [A-Z ]*PRIVATE KEY-----/ : /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/).test(text)) {
    throw new RequestError(`there is no ${what} in PEM format in the file ${file}`);
  }
  return { [name]: text };
}

/** A part of a URL, which may be a password. */
function decoded(text: string, url: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestError(
      `${shownUrl(url)}: expected two hexadecimal digits after each % before the host; a % itself is written %25`,
    );
  }
}

function parsed(url: string): URL {
  // The message must not show what may be a password.
  if (!URL.canParse(url)) {
    throw new RequestError("the address of Redis is not a URL; expected redis://HOST:6379 or rediss://HOST:6379");
  }
  const found = new URL(url);
  if (!["redis:", "rediss:", "unix:"].includes(found.protocol)) {
    throw new RequestError(`expected a URL that begins with redis://, rediss:// or unix://, found ${found.protocol}//`);
  }
  return found;
}
