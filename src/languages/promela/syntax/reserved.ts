/** The reserved words of Promela. */

const words: ReadonlySet<string> = new Set(
  (
    "active assert atomic bit bool break byte chan d_step do D_proctype else empty enabled eval false fi for full get_priority goto " +
    "hidden if init inline int len local ltl mtype nempty never nfull notrace np_ od of pc_value pid printf printm priority " +
    "proctype provided return run select set_priority short show skip timeout trace true typedef unless unsigned xr xs " +
    "c_code c_decl c_expr c_state c_track"
  ).split(" "),
);

export function isReserved(word: string): boolean {
  return words.has(word);
}

/** Words that begin a declaration of variables, besides the names of record types. */
export const typeWords: ReadonlySet<string> = new Set("bit bool byte short int unsigned pid mtype chan".split(" "));

export const visibilityWords: ReadonlySet<string> = new Set(["hidden", "show", "local"]);
