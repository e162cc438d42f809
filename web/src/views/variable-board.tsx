/** The variables, slot by slot, in the colors of their orbits; and where a generator takes each slot. */

import type { PicturePart } from "noether";
import { orbitColors } from "../editor/marks.ts";

/** The most slots that are shown. */
const mostSlots = 400;

export function VariableBoard({
  slots,
  generator,
}: {
  readonly slots: readonly PicturePart[];
  readonly generator: number | undefined;
}): preact.JSX.Element | null {
  if (slots.length === 0) return null;
  const groups = new Map<string, { part: PicturePart; index: number }[]>();
  slots.slice(0, mostSlots).forEach((part, index) => {
    const base = /^[^[.]*/.exec(part.name)![0];
    groups.set(base, [...(groups.get(base) ?? []), { part, index }]);
  });
  return (
    <section>
      <div class="section-head">
        <h3>Variables by orbit</h3>
        <span class="hint">one color, one orbit</span>
      </div>
      <dl class="board">
        {[...groups].map(([base, parts]) => (
          <div key={base}>
            <dt class="mono">{base}</dt>
            <dd>
              {parts.map(({ part, index }) => (
                <Slot key={part.name} part={part} index={index} base={base} slots={slots} generator={generator} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {slots.length > mostSlots && <p class="soft">and {slots.length - mostSlots} more</p>}
    </section>
  );
}

interface SlotProps {
  readonly part: PicturePart;
  readonly index: number;
  readonly base: string;
  readonly slots: readonly PicturePart[];
  readonly generator: number | undefined;
}

function Slot({ part, index, base, slots, generator }: SlotProps): preact.JSX.Element {
  const { name, orbit, images } = part;
  const image = generator === undefined ? index : (images[generator] ?? index);
  const isMoved = image !== index;
  const short = (text: string): string => (text.startsWith(base) ? text.slice(base.length) : text) || base;
  const classes = ["slot", orbit === undefined ? "alone" : `orbit-${orbit % orbitColors}`, isMoved && "moved"];
  const title = isMoved ? `${name} goes to ${slots[image]!.name}` : orbit === undefined ? `${name} stays` : name;
  return (
    <span class={classes.filter(Boolean).join(" ")} title={title}>
      {short(name)}
      {isMoved && <span class="slot-image"> → {short(slots[image]!.name)}</span>}
    </span>
  );
}
