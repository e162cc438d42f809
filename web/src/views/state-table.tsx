/** A state as a table, with what changed since the one before. */

import type { NamedValue } from "noether";

interface Row {
  readonly name: string;
  readonly value: string | undefined;
  readonly old: string | undefined;
}

/** Places of a net are listed only while they are marked: one that is not has no tokens. */
function rowsOf(state: readonly NamedValue[], before: readonly NamedValue[] | undefined): Row[] {
  const old = new Map(before?.map(({ name, value }) => [name, value]));
  const now = new Set(state.map(({ name }) => name));
  return [
    ...state.map(({ name, value }) => ({ name, value, old: before ? old.get(name) : value })),
    ...(before ?? [])
      .filter(({ name }) => !now.has(name))
      .map(({ name, value }) => ({ name, value: undefined, old: value })),
  ];
}

export function StateTable({
  state,
  before,
}: {
  readonly state: readonly NamedValue[];
  readonly before?: readonly NamedValue[] | undefined;
}): preact.JSX.Element {
  const rows = rowsOf(state, before);
  if (rows.length === 0) return <p class="soft">The state has no values to show.</p>;
  return (
    <table class="state">
      <caption class="visually-hidden">State</caption>
      <tbody>
        {rows.map(({ name, value, old }) => (
          <tr key={name} class={old === value ? "" : "changed"}>
            <th scope="row">{name}</th>
            <td>
              {old !== value && (
                <>
                  <del>{old ?? "0"}</del>
                  <span class="arrow" aria-hidden="true">
                    →
                  </span>
                </>
              )}
              {old !== value ? <ins>{value ?? "0"}</ins> : <span>{value}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
