/** PNML texts for tests. */

const grammar = "http://www.pnml.org/version-2009/grammar";

/** A place/transition net with the given elements on its page. */
export function placeTransition(page: string): string {
  return `<?xml version="1.0"?>
<pnml xmlns="${grammar}/pnml"><net id="n" type="${grammar}/ptnet"><page id="g">
${page}
</page></net></pnml>`;
}

/** A symmetric net with the given declarations. */
export function symmetric(declarations: string, page: string): string {
  return `<?xml version="1.0"?>
<pnml xmlns="${grammar}/pnml"><net id="n" type="${grammar}/symmetricnet">
<declaration><structure><declarations>
${declarations}
</declarations></structure></declaration>
<page id="g">
${page}
</page></net></pnml>`;
}

export const place = (id: string, tokens = 0): string =>
  `<place id="${id}">${tokens === 0 ? "" : `<initialMarking><text>${tokens}</text></initialMarking>`}</place>`;

export const transition = (id: string): string => `<transition id="${id}"/>`;

export const arc = (source: string, target: string, weight = 1): string =>
  `<arc id="${source}-${target}" source="${source}" target="${target}">${weight === 1 ? "" : `<inscription><text>${weight}</text></inscription>`}</arc>`;

export const enumeration = (id: string, names: readonly string[], kind = "cyclic"): string =>
  `<namedsort id="${id}" name="${id}"><${kind}enumeration>${names.map((name) => `<feconstant id="${id}.${name}" name="${name}"/>`).join("")}</${kind}enumeration></namedsort>`;

export const variableOf = (id: string, sort: string): string =>
  `<variabledecl id="${id}" name="${id}"><usersort declaration="${sort}"/></variabledecl>`;

export const coloredPlace = (id: string, sort: string, marking = ""): string =>
  `<place id="${id}"><type><structure>${sort}</structure></type>${marking === "" ? "" : `<hlinitialMarking><structure>${marking}</structure></hlinitialMarking>`}</place>`;

export const guarded = (id: string, condition = ""): string =>
  `<transition id="${id}">${condition === "" ? "" : `<condition><structure>${condition}</structure></condition>`}</transition>`;

export const coloredArc = (source: string, target: string, term: string): string =>
  `<arc id="${source}-${target}" source="${source}" target="${target}"><hlinscription><structure>${term}</structure></hlinscription></arc>`;

export const user = (sort: string): string => `<usersort declaration="${sort}"/>`;

export const all = (sort: string): string => `<all>${user(sort)}</all>`;

export const color = (id: string): string => `<useroperator declaration="${id}"/>`;

export const variable = (id: string): string => `<variable refvariable="${id}"/>`;

export const operation = (name: string, ...operands: readonly string[]): string =>
  `<${name}>${operands.map((operand) => `<subterm>${operand}</subterm>`).join("")}</${name}>`;

export const times = (count: number, term: string): string =>
  operation("numberof", `<numberconstant value="${count}"><positive/></numberconstant>`, term);
