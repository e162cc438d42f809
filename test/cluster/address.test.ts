import { expect, test } from "vitest";
import { chosenUrl, serverAt, shownUrl } from "../../src/cluster/address.ts";

test("a URL says where Redis is", () => {
  expect(serverAt({ url: "redis://example.org" })).toEqual({ host: "example.org", port: 6379, db: 0 });
  expect(serverAt({ url: "redis://[::1]:7000/3" })).toEqual({ host: "::1", port: 7000, db: 3 });
  expect(serverAt({ url: "rediss://ann:p%40ss@example.org:1" })).toEqual({
    host: "example.org",
    port: 1,
    db: 0,
    username: "ann",
    password: "p@ss",
    tls: {},
  });
  expect(serverAt({ url: "unix:///tmp/a%20b/socket" })).toEqual({ path: "/tmp/a b/socket" });
});

test("what is not such a URL is refused without showing it, since it may have a password", () => {
  for (const url of [
    "ann:secret@host",
    "http://ann:secret@host",
    "redis://ann:secret@host/x",
    "redis://ann:secret@ho st",
    // Once, this was a bug of ours.
    "redis://ann:%zzsecret@host",
    "redis:///",
  ]) {
    expect(() => serverAt({ url })).toThrow(/expected/);
    expect(() => serverAt({ url })).not.toThrow(/secret/);
  }
  expect(shownUrl("rediss://ann:secret@host:7/2")).toBe("rediss://host:7");
});

test("a password may come from the environment, and not from the command line", () => {
  const environment = { NOETHER_REDIS_URL: "rediss://ann:secret@host" };
  expect(chosenUrl(undefined, environment)).toBe("rediss://ann:secret@host");
  expect(chosenUrl("redis://other", environment)).toBe("redis://other");
  expect(chosenUrl(undefined, {})).toBeUndefined();
  expect(() => chosenUrl("rediss://ann:secret@host", {})).toThrow(/NOETHER_REDIS_URL/);
  expect(() => chosenUrl("rediss://ann:secret@host", {})).not.toThrow(/secret/);
});

test("certificates need TLS, and must be there", () => {
  expect(() => serverAt({ url: "redis://host", caFile: "ca.pem" })).toThrow(/without TLS/);
  expect(() => serverAt({ url: "rediss://host", caFile: "/nowhere/ca.pem" })).toThrow(/cannot read .*no such file/);
  expect(() => serverAt({ url: "rediss://host", caFile: "package.json" })).toThrow(
    /no certificate .* in .*package\.json/,
  );
});

// Once, a certificate without its key was not used, and nobody was told.
test("a certificate of the client has a key", () => {
  for (const files of [{ certFile: "client.pem" }, { keyFile: "client.key" }]) {
    expect(() => serverAt({ url: "rediss://host", ...files })).toThrow(/belong together/);
  }
});
