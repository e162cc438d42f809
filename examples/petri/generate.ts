/**
 * Writes the nets of this folder, at any size:
 *
 *     npx tsx examples/petri/generate.ts NAME N > net.pnml
 *
 * All are symmetric nets in PNML. Three of them are after Colange, Kordon, Thierry-Mieg and Baarir, "State space analysis using
 * symmetries on decision diagrams" (2012), whose nets are not printed there; what is known of theirs is said with each.
 */

import { pathToFileURL } from "node:url";

const grammar = "http://www.pnml.org/version-2009/grammar";

/** A symmetric net, with terms as functions on texts. */
interface Net {
  readonly sorts: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly places: readonly Place[];
  readonly transitions: readonly Transition[];
}

interface Place {
  readonly name: string;
  readonly sort: string;
  readonly marking?: string;
}

interface Transition {
  readonly name: string;
  readonly guard?: string;
  /** Inscriptions by place. */
  readonly takes: Readonly<Record<string, string>>;
  readonly puts: Readonly<Record<string, string>>;
}

// ---------------------------------------------------------------- terms and sorts

const operation = (name: string, ...operands: readonly string[]): string =>
  `<${name}>${operands.map((operand) => `<subterm>${operand}</subterm>`).join("")}</${name}>`;
const one = (term: string): string => operation("numberof", '<numberconstant value="1"><positive/></numberconstant>', term);
const v = (name: string): string => `<variable refvariable="${name}"/>`;
const tuple = (...items: readonly string[]): string => operation("tuple", ...items);
const all = (sort: string): string => `<all><usersort declaration="${sort}"/></all>`;
const less = (a: string, b: string): string => operation("lessthan", a, b);
const next = (term: string): string => operation("successor", term);
const dot = "<dotconstant/>";

const colors = (sort: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `<feconstant id="${sort}${i + 1}" name="${i + 1}"/>`).join("");
const cyclic = (sort: string, count: number): string =>
  `<namedsort id="${sort}" name="${sort}"><cyclicenumeration>${colors(sort, count)}</cyclicenumeration></namedsort>`;
const finite = (sort: string, count: number): string =>
  `<namedsort id="${sort}" name="${sort}"><finiteenumeration>${colors(sort, count)}</finiteenumeration></namedsort>`;
const product = (name: string, ...sorts: readonly string[]): string =>
  `<namedsort id="${name}" name="${name}"><productsort>${sorts.map((s) => `<usersort declaration="${s}"/>`).join("")}</productsort></namedsort>`;
const dots = '<namedsort id="Dot" name="Dot"><dot/></namedsort>';

// ---------------------------------------------------------------- the nets

/** The name of each net, the least size, and how it is made. */
export const nets: Readonly<Record<string, { readonly least: number; readonly make: (n: number) => Net }>> = {
  /** After the contest's: philosophers who take either fork first. 3^n states, for each fork lies or is in one of two hands. */
  philosophers: {
    least: 2,
    make: (n) => ({
      sorts: [cyclic("Phil", n)],
      variables: { p: "Phil" },
      places: [
        { name: "think", sort: "Phil", marking: all("Phil") },
        { name: "fork", sort: "Phil", marking: all("Phil") },
        { name: "left", sort: "Phil" },
        { name: "right", sort: "Phil" },
        { name: "eat", sort: "Phil" },
      ],
      transitions: [
        { name: "takeLeft", takes: { think: v("p"), fork: v("p") }, puts: { left: v("p") } },
        { name: "takeRight", takes: { think: v("p"), fork: next(v("p")) }, puts: { right: v("p") } },
        { name: "thenRight", takes: { left: v("p"), fork: next(v("p")) }, puts: { eat: v("p") } },
        { name: "thenLeft", takes: { right: v("p"), fork: v("p") }, puts: { eat: v("p") } },
        {
          name: "leave",
          takes: { eat: v("p") },
          puts: { think: v("p"), fork: operation("add", one(v("p")), one(next(v("p")))) },
        },
      ],
    }),
  },

  /** Stations in a ring, one of which has the token: it starts anywhere, serves a station that wants it, and goes on. */
  "token-ring": {
    least: 3,
    make: (n) => ({
      sorts: [cyclic("Station", n), dots],
      variables: { s: "Station" },
      places: [
        { name: "start", sort: "Dot", marking: one(dot) },
        { name: "token", sort: "Station" },
        { name: "idle", sort: "Station", marking: all("Station") },
        { name: "wants", sort: "Station" },
        { name: "uses", sort: "Station" },
      ],
      transitions: [
        { name: "begin", takes: { start: dot }, puts: { token: v("s") } },
        { name: "ask", takes: { idle: v("s") }, puts: { wants: v("s") } },
        { name: "enter", takes: { wants: v("s"), token: v("s") }, puts: { uses: v("s") } },
        { name: "exit", takes: { uses: v("s") }, puts: { idle: v("s"), token: next(v("s")) } },
        { name: "pass", takes: { token: v("s"), idle: v("s") }, puts: { token: next(v("s")), idle: v("s") } },
      ],
    }),
  },

  /**
   * Software product line: n features that are chosen for good, and five options that can be switched, none of which depends on another. The
   * paper's figures: 2^(n+5) states, 6 (n + 1) orbits.
   */
  "product-line": {
    least: 1,
    make: (n) => ({
      sorts: [finite("Feature", n), finite("Option", 5)],
      variables: { f: "Feature", o: "Option" },
      places: [
        { name: "open", sort: "Feature", marking: all("Feature") },
        { name: "chosen", sort: "Feature" },
        { name: "off", sort: "Option", marking: all("Option") },
        { name: "on", sort: "Option" },
      ],
      transitions: [
        { name: "choose", takes: { open: v("f") }, puts: { chosen: v("f") } },
        { name: "switchOn", takes: { off: v("o") }, puts: { on: v("o") } },
        { name: "switchOff", takes: { on: v("o") }, puts: { off: v("o") } },
      ],
    }),
  },

  /**
   * Sale store: n clients and five gifts. A client in the store takes one gift or two at once, which are on the shelf again when
   * they have been paid. The paper's figures, from which its net was reconstructed: 71238, 184554369 and 207629747172 states for n = 5, 10 and
   * 15, and 6 n^2 - 12 n + 16 orbits. Clients with gifts are told apart by them: m of them have 1, 15, 55, 55, 15 or 1 ways of sharing gifts for
   * m = 0 to 5, in 1, 2, 3, 3, 2 or 1 kinds, and each of the other clients is in one of three places.
   */
  "sale-store": {
    least: 1,
    make: (n) => ({
      sorts: [
        finite("Client", n),
        finite("Gift", 5),
        product("WithOne", "Client", "Gift"),
        product("WithTwo", "Client", "Gift", "Gift"),
      ],
      variables: { c: "Client", g: "Gift", h: "Gift" },
      places: [
        { name: "outside", sort: "Client", marking: all("Client") },
        { name: "inside", sort: "Client" },
        { name: "shelf", sort: "Gift", marking: all("Gift") },
        { name: "one", sort: "WithOne" },
        { name: "two", sort: "WithTwo" },
        { name: "served", sort: "Client" },
      ],
      transitions: [
        { name: "enter", takes: { outside: v("c") }, puts: { inside: v("c") } },
        { name: "takeOne", takes: { inside: v("c"), shelf: v("g") }, puts: { one: tuple(v("c"), v("g")) } },
        {
          name: "takeTwo",
          guard: less(v("g"), v("h")),
          takes: { inside: v("c"), shelf: operation("add", one(v("g")), one(v("h"))) },
          puts: { two: tuple(v("c"), v("g"), v("h")) },
        },
        { name: "payOne", takes: { one: tuple(v("c"), v("g")) }, puts: { served: v("c"), shelf: v("g") } },
        {
          name: "payTwo",
          guard: less(v("g"), v("h")),
          takes: { two: tuple(v("c"), v("g"), v("h")) },
          puts: { served: v("c"), shelf: operation("add", one(v("g")), one(v("h"))) },
        },
        { name: "leave", takes: { served: v("c") }, puts: { outside: v("c") } },
      ],
    }),
  },

  /**
   * Clients and servers: n clients send requests to a channel, any of seven servers that is ready takes one, works, and sends an answer, from
   * which the client learns who served it. The paper's figures, from which its net was reconstructed: 805284, 11368449, 157169826 and 2130740721
   * states for n = 5 to 8. That is the sum of C(n, m) 7!/(7-m)! 9^(n-m) over the number m of clients that are being served: seven servers, whatever
   * n is, and nine other ways to be a client, two of its own and one for each server. The orbits are fewer than the paper's, which kept
   * several states of an orbit: 142, 281, 530 and 955, where it has 192, 448, 1024 and 2295.
   */
  "clients-servers": {
    least: 1,
    make: (n) => ({
      sorts: [finite("Client", n), finite("Server", 7), product("Session", "Client", "Server")],
      variables: { c: "Client", s: "Server" },
      places: [
        { name: "idle", sort: "Client", marking: all("Client") },
        { name: "request", sort: "Client" },
        { name: "ready", sort: "Server", marking: all("Server") },
        { name: "session", sort: "Session" },
        { name: "answer", sort: "Session" },
      ],
      transitions: [
        { name: "send", takes: { idle: v("c") }, puts: { request: v("c") } },
        { name: "serve", takes: { request: v("c"), ready: v("s") }, puts: { session: tuple(v("c"), v("s")) } },
        {
          name: "reply",
          takes: { session: tuple(v("c"), v("s")) },
          puts: { answer: tuple(v("c"), v("s")), ready: v("s") },
        },
        { name: "receive", takes: { answer: tuple(v("c"), v("s")) }, puts: { idle: v("c") } },
      ],
    }),
  },
};

// ---------------------------------------------------------------- as PNML

/** The text of a net, with an element a line. */
export function writePnml(name: string, { sorts, variables, places, transitions }: Net): string {
  const structure = (element: string, term: string | undefined): string =>
    term === undefined ? "" : `<${element}><structure>${term}</structure></${element}>`;
  const label = (text: string): string => `<name><text>${text}</text></name>`;
  const arc = (source: string, target: string, term: string): string =>
    `<arc id="${source}.${target}" source="${source}" target="${target}">${structure("hlinscription", term)}</arc>`;
  const lines = [
    '<?xml version="1.0"?>',
    `<pnml xmlns="${grammar}/pnml"><net id="${name}" type="${grammar}/symmetricnet">${label(name)}`,
    "<declaration><structure><declarations>",
    ...sorts,
    ...Object.entries(variables).map(
      ([id, sort]) => `<variabledecl id="${id}" name="${id}"><usersort declaration="${sort}"/></variabledecl>`,
    ),
    '</declarations></structure></declaration><page id="page">',
    ...places.map(
      (p) =>
        `<place id="${p.name}">${label(p.name)}${structure("type", `<usersort declaration="${p.sort}"/>`)}${structure("hlinitialMarking", p.marking)}</place>`,
    ),
    ...transitions.map((t) => `<transition id="${t.name}">${label(t.name)}${structure("condition", t.guard)}</transition>`),
    ...transitions.flatMap((t) => [
      ...Object.entries(t.takes).map(([place, term]) => arc(place, t.name, term)),
      ...Object.entries(t.puts).map(([place, term]) => arc(t.name, place, term)),
    ]),
    "</page></net></pnml>",
  ];
  return `${lines.join("\n")}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [name = "", size = ""] = process.argv.slice(2);
  const net = nets[name];
  if (net && /^\d{1,4}$/.test(size) && Number(size) >= net.least) {
    process.stdout.write(writePnml(`${name}-${size}`, net.make(Number(size))));
  } else {
    process.stderr.write(`usage: generate.ts NAME N, where NAME is ${Object.keys(nets).join(", ")}\n`);
    process.exitCode = 2;
  }
}
