/** The nets of the Model Checking Contest that are there, with the markings on which its tools agree. */

import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

export interface ContestNet {
  readonly name: string;
  readonly file: string;
  /** The number of reachable markings in digits, or `+inf`. */
  readonly markings: string;
  readonly isSmall: boolean;
}

/**
 * The nets of a folder and of the one of the same name and `-large`. The table of the first is in a README.md beside
 * it, of the kind `| Peterson 2 | 20754 |`, for `Peterson-COL-2.pnml` and `Peterson-PT-2.pnml`; that of the other is in
 * a README.md within, of the kind `| IBM319-PT-none | 2482 | ... |`.
 */
export function contestNets(folder: string | undefined): readonly ContestNet[] {
  if (folder === undefined || folder === "") return [];
  const small = textOf(`${dirname(folder)}/README.md`).matchAll(/^\| (\w+) (\d+)[^|]*\| (\d+) \|$/gm);
  const large = textOf(`${folder}-large/README.md`).matchAll(/^\| ([\w-]+) \| ([\d+inf]+) \|/gm);
  const named = [
    ...Array.from(small, ([, family, size, markings]) =>
      ["COL", "PT"].map((kind) => netIn(folder, `${family}-${kind}-${size}`, markings!, true)),
    ).flat(),
    ...Array.from(large, ([, name, markings]) => netIn(`${folder}-large`, name!, markings!, false)),
  ];
  return named.filter(({ file }) => existsSync(file));
}

function netIn(folder: string, name: string, markings: string, isSmall: boolean): ContestNet {
  return { name, file: `${folder}/${name}.pnml`, markings, isSmall };
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
