/** The token game, played by the definition: an oracle for nets that became models. */

export interface Game<M> {
  readonly initial: M;
  readonly moves: (marking: M) => readonly M[];
  readonly key: (marking: M) => string;
}

/** The reachable markings; `undefined` if there are more than `limit`. */
export function play<M>({ initial, moves, key }: Game<M>, limit: number): M[] | undefined {
  const found = new Map([[key(initial), initial]]);
  for (const marking of found.values()) {
    for (const next of moves(marking)) if (!found.has(key(next))) found.set(key(next), next);
    if (found.size > limit) return undefined;
  }
  return [...found.values()];
}

export interface PlainNet {
  readonly initial: readonly number[];
  readonly transitions: readonly { readonly takes: readonly number[]; readonly puts: readonly number[] }[];
}

export function plainGame({ initial, transitions }: PlainNet): Game<readonly number[]> {
  return {
    initial,
    key: (marking) => marking.join(),
    moves: (marking) =>
      transitions
        .filter(({ takes }) => takes.every((count, place) => marking[place]! >= count))
        .map(({ takes, puts }) => marking.map((tokens, place) => tokens - takes[place]! + puts[place]!)),
  };
}
