/** The options of commands that talk to Redis. */

import type { Command } from "commander";
import { RequestError } from "../check/request-error.ts";
import { chosenUrl, secretVariable, urlVariable } from "../cluster/address.ts";
import type { Address } from "../cluster/address.ts";

export interface RedisFlags {
  readonly redis?: string;
  readonly redisCa?: string;
  readonly redisCert?: string;
  readonly redisKey?: string;
  readonly prefix?: string;
}

export function takeRedis(command: Command): Command {
  return command
    .option(
      "--redis <url>",
      `Redis or Valkey: redis://host:6379, with TLS rediss://host:6379 (with a password: set ${urlVariable})`,
    )
    .option("--redis-ca <file>", "the certificate of your own authority (PEM)")
    .option("--redis-cert <file>", "a certificate of this client (PEM)")
    .option("--redis-key <file>", "its key (PEM)")
    .option("--prefix <text>", "the beginning of all keys", "noether:");
}

/** Where Redis is, if anybody says so. */
export function addressOf(flags: RedisFlags): Address | undefined {
  const url = chosenUrl(flags.redis, process.env);
  if (url === undefined) return undefined;
  return { url, caFile: flags.redisCa, certFile: flags.redisCert, keyFile: flags.redisKey };
}

export function requiredAddress(flags: RedisFlags): Address {
  const address = addressOf(flags);
  if (!address) throw new RequestError(`where is Redis? --redis says it, or ${urlVariable}`);
  return address;
}

export function secretOf(environment: NodeJS.ProcessEnv): string {
  return environment[secretVariable] ?? "";
}
