/** Each error in a net is reported once, in the right place, under the right slug. */

import { describe, expect, test } from "vitest";
import { formatDiagnostic, parse } from "../../../src/index.ts";
import { locate } from "../../../src/syntax/source.ts";
import {
  all,
  arc,
  color,
  coloredArc,
  coloredPlace,
  enumeration,
  guarded,
  operation,
  place,
  placeTransition,
  symmetric,
  times,
  transition,
  user,
  variable,
  variableOf,
} from "./write-net.ts";

/** Each `^` in a text stands before the place that a diagnostic must point at, in order. */
type Case = readonly [title: string, slugs: string | readonly string[], text: string];

function expectDiagnostics(text: string, slugs: string | readonly string[]): void {
  const parts = text.split("^");
  const source = { name: "net.pnml", text: parts.join("") };
  let offset = 0;
  const places = parts.slice(0, -1).map((part) => locate({ source, start: (offset += part.length), end: offset }));
  const expected = [slugs].flat().map((slug, i) => `${places[i]} pnml/${slug}`);
  const { model, diagnostics } = parse(source.text, { name: source.name });
  expect(diagnostics.map(({ code, span }) => `${locate(span)} ${code}`)).toEqual(expected);
  expect(model).toBeUndefined();
}

const net = (type: string): string =>
  `<pnml><^net id="n" type="http://www.pnml.org/version-2009/grammar/${type}"></net></pnml>`.replace("<^", "^<");
const lines = placeTransition(`${place("p", 1)}\n${transition("t")}\n${arc("p", "t")}`);
const bomb = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join("");

const xml: Case[] = [
  ["an empty file", "malformed-xml", "^"],
  ["a file that is no XML", "malformed-xml", "net^"],
  ["a binary file", "malformed-xml", "^\u0000\u0001ELF"],
  ["a tag that stays open", "unclosed-element", "^<pnml><net"],
  ["elements that stay open", "unclosed-element", lines.slice(0, lines.indexOf("</page>")).replace("<page", "^<page")],
  ["a closing tag for another element", "unclosed-element", "^<pnml></net></pnml>"],
  ["an attribute without quotes", "malformed-xml", "<pnml id=^3></pnml>"],
  ["an attribute twice", "malformed-xml", '<pnml id="a" id="b"^></pnml>'],
  ["an entity of one's own", "malformed-xml", "<pnml>&lots^;</pnml>"],
  ["an entity bomb", "doctype", `^<!DOCTYPE pnml [<!ENTITY e0 "x">${bomb}]><pnml>&e9;</pnml>`],
  ["an entity from elsewhere", "doctype", '<?xml version="1.0"?>\n^<!DOCTYPE pnml SYSTEM "file:///etc/passwd"><pnml/>'],
  ["a document type", "doctype", "^<!DOCTYPE html><html></html>"],
  ["too many elements in each other", "nested-too-deeply", `${"<pnml>".repeat(1)}${"<name>".repeat(999)}^<name>`],
  ["a second root", "malformed-xml", `${placeTransition("")}<pnml^/>`],
];

const structure: Case[] = [
  ["another kind of document", "not-pnml", "^<html></html>"],
  ["no net", "no-net", "^<pnml></pnml>"],
  ["a net without a type", "missing-attribute", '<pnml>^<net id="n"></net></pnml>'],
  ["a net without an id", "missing-attribute", net("ptnet").replace(' id="n"', "")],
  ["a net of an unknown type", "unsupported-net", net("timednet")],
  ["a second net", "several-nets", placeTransition("").replace("</pnml>", "^<net id='m' type='x'/></pnml>")],
  ["a place without an id", "missing-attribute", placeTransition("^<place/>")],
  ["an empty id", "missing-attribute", placeTransition('^<place id=" "/>')],
  ["a transition without an id", "missing-attribute", placeTransition("^<transition/>")],
  ["an arc without a source", "missing-attribute", placeTransition(`${place("p")}^<arc id="a" target="p"/>`)],
  ["an arc without a target", "missing-attribute", placeTransition(`${place("p")}^<arc id="a" source="p"/>`)],
  ["two places of the same id", "duplicate-id", placeTransition(`${place("p")}\n^${place("p")}`)],
  [
    "an arc with the id of a place",
    "duplicate-id",
    placeTransition(`${place("p")}${transition("t")}^<arc id="p" source="p" target="t"/>`),
  ],
  ["an arc from nowhere", "unknown-node", placeTransition(`${transition("t")}\n^${arc("p", "t")}`)],
  ["an arc to nowhere", "unknown-node", placeTransition(`${place("p")}\n^${arc("p", "t")}`)],
  ["an arc between places", "wrong-arc", placeTransition(`${place("p")}${place("q")}\n^${arc("p", "q")}`)],
  [
    "an arc between transitions",
    "wrong-arc",
    placeTransition(`${transition("t")}${transition("u")}\n^${arc("t", "u")}`),
  ],
  ["a reference to nothing", "unknown-node", placeTransition('^<referencePlace id="r" ref="p"/>')],
  ["a reference without a target", "missing-attribute", placeTransition('^<referencePlace id="r"/>')],
  ["a reference to itself", "circular-reference", placeTransition('^<referencePlace id="r" ref="r"/>')],
  [
    "a reference to the other kind",
    "wrong-reference",
    placeTransition(`${transition("t")}^<referencePlace id="r" ref="t"/>`),
  ],
  [
    "a negative marking",
    "malformed-number",
    placeTransition('<place id="p">^<initialMarking><text>-1</text></initialMarking></place>'),
  ],
  [
    "a marking of words",
    "malformed-number",
    placeTransition('<place id="p">^<initialMarking><text>two</text></initialMarking></place>'),
  ],
  ["a marking without text", "malformed-number", placeTransition('<place id="p">^<initialMarking/></place>')],
  [
    "a marking beyond limits",
    "malformed-number",
    placeTransition(`^${place("p", 2 ** 30)}`.replace(/^\^(<place id="p">)/, "$1^")),
  ],
  [
    "a weight of zero",
    "malformed-number",
    placeTransition(`${place("p")}${transition("t")}${arc("p", "t", 0).replace("<inscription>", "^<inscription>")}`),
  ],
  [
    "an inhibitor arc",
    "unsupported-arc",
    placeTransition(
      `${place("p")}${transition("t")}<arc id="a" source="p" target="t">^<type value="inhibitor"/></arc>`,
    ),
  ],
  ["a capacity", "unsupported-element", placeTransition('<place id="p">^<capacity><text>3</text></capacity></place>')],
  ["a priority", "unsupported-element", placeTransition('<transition id="t">^<priority/></transition>')],
  ["an unknown element on a page", "unsupported-element", placeTransition("^<portPlace/>")],
  [
    "an element in a text",
    "unexpected-element",
    placeTransition('<place id="p"><name><text>^<b/></text></name></place>'),
  ],
  [
    "a colored marking in a plain net",
    "unexpected-element",
    placeTransition('<place id="p">^<hlinitialMarking/></place>'),
  ],
  [
    "two mistakes",
    ["missing-attribute", "malformed-number"],
    placeTransition('^<place/>\n<place id="p">^<initialMarking/></place>'),
  ],
];

const c3 = enumeration("C", ["1", "2", "3"]);
const f2 = enumeration("F", ["a", "b"], "finite");
const x = variableOf("x", "C");
const inside = (declarations: string): string => symmetric(declarations, "");
const marked = (marking: string): string => symmetric(c3 + f2 + x, coloredPlace("p", user("C"), marking));
const inscribed = (term: string, condition = ""): string =>
  symmetric(c3 + f2 + x, coloredPlace("p", user("C"), all("C")) + guarded("t", condition) + coloredArc("p", "t", term));
const under = (condition: string): string => inscribed(variable("x"), condition);

const sorts: Case[] = [
  [
    "an unknown sort",
    "undeclared-sort",
    symmetric(c3, `<place id="p"><type><structure>^${user("D")}</structure></type></place>`),
  ],
  ["a place without a type", "missing-type", symmetric(c3, '^<place id="p"/>')],
  ["a sort that is not read", "unsupported-sort", inside('<namedsort id="S" name="S">^<stringsort/></namedsort>')],
  [
    "a sort made of itself",
    "circular-sort",
    inside('^<namedsort id="S" name="S"><productsort><usersort declaration="S"/></productsort></namedsort>'),
  ],
  ["a sort without a definition", "wrong-arity", inside('^<namedsort id="S" name="S"/>')],
  [
    "an enumeration without colors",
    "empty-sort",
    inside('<namedsort id="S" name="S">^<cyclicenumeration/></namedsort>'),
  ],
  [
    "a color without an id",
    "missing-attribute",
    inside('<namedsort id="S" name="S"><cyclicenumeration>^<feconstant name="1"/></cyclicenumeration></namedsort>'),
  ],
  [
    "an empty range",
    "empty-sort",
    inside('<namedsort id="S" name="S">^<finiteintrange start="3" end="1"/></namedsort>'),
  ],
  [
    "a range of words",
    "malformed-number",
    inside('<namedsort id="S" name="S">^<finiteintrange start="one" end="3"/></namedsort>'),
  ],
  [
    "a huge range",
    "too-large",
    inside('<namedsort id="S" name="S">^<finiteintrange start="0" end="99999999"/></namedsort>'),
  ],
  [
    "a huge product",
    "too-large",
    inside(
      `<namedsort id="R" name="R"><finiteintrange start="1" end="9999"/></namedsort><namedsort id="S" name="S">^<productsort>${user("R")}${user("R")}</productsort></namedsort>`,
    ),
  ],
  ["two sorts of the same id", "duplicate-id", inside(`${c3}^${enumeration("C", ["x"])}`)],
  ["a variable without an id", "missing-attribute", inside(`${c3}^<variabledecl name="x">${user("C")}</variabledecl>`)],
  [
    "a variable of an unknown sort",
    "undeclared-sort",
    inside(`<variabledecl id="x" name="x">^${user("C")}</variabledecl>`),
  ],
  ["an operator of one's own", "unsupported-declaration", inside('^<namedoperator id="f" name="f"/>')],
  [
    "a partition that leaves out a color",
    "incomplete-partition",
    inside(
      `${f2}^<partition id="Q" name="Q">${user("F")}<partitionelement id="Q1" name="Q1">${color("F.a")}</partitionelement></partition>`,
    ),
  ],
  [
    "a partition that overlaps",
    "overlapping-partition",
    inside(
      `${f2}<partition id="Q" name="Q">${user("F")}<partitionelement id="Q1" name="Q1">${color("F.a")}^${color("F.a")}</partitionelement></partition>`,
    ),
  ],
  [
    "a partition of another sort",
    "sort-mismatch",
    inside(
      `${c3}${f2}<partition id="Q" name="Q">${user("F")}<partitionelement id="Q1" name="Q1">^${color("C.1")}</partitionelement></partition>`,
    ),
  ],
];

const doubled = (i: number): string =>
  `<namedsort id="S${i}" name="S${i}">${i === 7 ? "^" : ""}<productsort>${user(`S${i - 1}`)}${user(`S${i - 1}`)}</productsort></namedsort>`;
sorts.push([
  "products of products without end",
  "too-large",
  inside(
    `<namedsort id="S0" name="S0"><dot/></namedsort>${Array.from({ length: 60 }, (_, i) => doubled(i + 1)).join("")}`,
  ),
]);

const terms: Case[] = [
  ["an unknown color", "undeclared-color", marked(`^${color("C.4")}`)],
  ["a color of another sort", "sort-mismatch", marked(`^${color("F.a")}`)],
  [
    "a variable in a marking",
    "variable-in-marking",
    marked(variable("x")).replace("<hlinitialMarking><structure>", "<hlinitialMarking>^<structure>"),
  ],
  ["an unknown variable", "undeclared-variable", inscribed(`^${variable("y")}`)],
  ["a tuple for a color", "sort-mismatch", inscribed(`^${operation("tuple", variable("x"), variable("x"))}`)],
  [
    "a number that is none",
    "malformed-number",
    inscribed(operation("numberof", '^<numberconstant value="x"/>', variable("x"))),
  ],
  [
    "a negative number",
    "malformed-number",
    inscribed(operation("numberof", '^<numberconstant value="-1"/>', variable("x"))),
  ],
  [
    "a number without what it counts",
    "wrong-arity",
    inscribed("^<numberof><subterm><numberconstant value='1'/></subterm></numberof>"),
  ],
  ["an operand that is no subterm", "unexpected-element", inscribed(`<successor>^${variable("x")}</successor>`)],
  [
    "a sum of two sorts",
    "sort-mismatch",
    inscribed(operation("add", times(1, variable("x")), `^${times(1, color("F.a"))}`)),
  ],
  ["an empty sum", "wrong-arity", inscribed("^<add/>")],
  ["a difference of one bag", "wrong-arity", inscribed(`^${operation("subtract", times(1, variable("x")))}`)],
  [
    "more taken away than there is",
    "negative-bag",
    inscribed(operation("subtract", times(1, color("C.1")), times(1, variable("x")))).replace(
      '<arc id="p-t"',
      '^<arc id="p-t"',
    ),
  ],
  [
    "the successor in a finite enumeration",
    "sort-mismatch",
    under(operation("equality", `^${operation("successor", color("F.a"))}`, color("F.a"))),
  ],
  ["a term that is not read", "unsupported-term", inscribed("^<cardinality/>")],
  ["a comparison of two sorts", "sort-mismatch", under(operation("equality", variable("x"), `^${color("F.a")}`))],
  [
    "an order of tuples",
    "sort-mismatch",
    under(
      `^${operation("lessthan", operation("tuple", variable("x"), variable("x")), operation("tuple", variable("x"), variable("x")))}`,
    ),
  ],
  ["a color for a condition", "sort-mismatch", under(`^${variable("x")}`)],
  ["a truth value that is none", "malformed-truth", under('^<booleanconstant value="maybe"/>')],
  [
    "an unknown partition",
    "undeclared-partition",
    under(
      operation(
        "equality",
        `^<partitionelementof refpartition="Q"><subterm>${variable("x")}</subterm></partitionelementof>`,
        variable("x"),
      ),
    ),
  ],
  [
    "an arc without inscription",
    "missing-inscription",
    symmetric(c3, `${coloredPlace("p", user("C"))}${guarded("t")}^<arc id="a" source="p" target="t"/>`),
  ],
  [
    "an empty condition",
    "wrong-arity",
    symmetric(c3, '<transition id="t"><condition>^<structure></structure></condition></transition>'),
  ],
];

describe.each([
  ["XML", xml],
  ["structure", structure],
  ["sorts", sorts],
  ["terms", terms],
])("%s", (_, cases) => {
  test.each(cases)("%s", (_title, slugs, text) => expectDiagnostics(text, slugs));
});

test("a place in a long file is named by line and column, with an excerpt", () => {
  const text = placeTransition(
    `${place("p", 1)}\n  ${arc("p", "tt")}\n${transition("t")}${transition("tttt")}${transition("ttt")}`,
  );
  const { diagnostics } = parse(text, { name: "net.pnml" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    [
      "net.pnml:4:3: error: expected the id of a place or a transition, but there is no node `tt` [pnml/unknown-node]",
      '  4 |   <arc id="p-tt" source="p" target="tt"></arc>',
      "    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ].join("\n"),
  ]);
});

test("places are right beyond the first piece, also after line breaks of two characters and characters of two units", () => {
  const filler = `<!-- ${"\u{1d54f}\r\n".repeat(50_001)} -->`;
  expectDiagnostics(placeTransition(`${filler}^<place/>`), "missing-attribute");
});

test("a hopeless file ends after twenty complaints", () => {
  const { diagnostics } = parse(placeTransition("<place/>\n".repeat(5_000)), { name: "net.pnml" });
  expect(diagnostics).toHaveLength(20);
});

test("the bound must be a number, and is the one constant", () => {
  const text = placeTransition(place("p", 1));
  const codes = (defines: Record<string, string>): string[] =>
    parse(text, { name: "net.pnml", defines }).diagnostics.map(({ code, span }) => `${locate(span)} ${code}`);
  expect(codes({ NOETHER_BOUND: "many" })).toEqual(["-D NOETHER_BOUND=many:1:18 petri/malformed-define"]);
  expect(codes({ NOETHER_BOUND: "0" })).toEqual(["-D NOETHER_BOUND=0:1:18 petri/malformed-define"]);
  expect(codes({ N: "3" })).toEqual(["-D N=3:1:4 petri/unknown-constant"]);
  expect(codes({ NOETHER_BOUND: "3" })).toEqual([]);
});
