/** The channel, actor or net diagram, in the colors of orbits, with arrows for what a generator exchanges. */

import type { PictureLink, PicturePart, SymmetryPicture } from "noether";
import { useMemo } from "preact/hooks";
import { orbitColors } from "../editor/marks.ts";
import { diagramLayout, edgeOf, mostParts } from "./diagram-layout.ts";
import type { DiagramLayout, Placed } from "./diagram-layout.ts";

interface DiagramProps {
  readonly picture: SymmetryPicture;
  readonly generator: number | undefined;
}

export function Diagram({ picture, generator }: DiagramProps): preact.JSX.Element {
  const isDrawn = picture.parts.length <= mostParts;
  const layout = useMemo(() => (isDrawn ? diagramLayout(picture) : undefined), [picture]);
  if (!layout) return <p class="soft">There are {picture.parts.length} parts, too many to draw.</p>;
  const { parts, links } = picture;
  const { boxes, width, height } = layout;
  const imageOf = (i: number): number => (generator === undefined ? i : (parts[i]!.images[generator] ?? i));
  return (
    <div class="diagram" tabIndex={0} role="group" aria-label="Diagram of the model">
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${parts.length} parts, ${links.length} links`}
      >
        <defs>
          <marker id="link-head" markerWidth="8" markerHeight="7" refX="7" refY="3.5" orient="auto-start-reverse">
            <path class="link-head" d="M0,0 L8,3.5 L0,7 z" />
          </marker>
          <marker
            id="image-head"
            markerWidth="10"
            markerHeight="9"
            refX="8"
            refY="4.5"
            orient="auto"
            markerUnits="userSpaceOnUse"
          >
            <path class="image-head" d="M0,0 L10,4.5 L0,9 z" />
          </marker>
        </defs>
        {links.map((link, k) => (
          <path
            key={k}
            class={`link ${link.heads}`}
            d={linkPath(link, boxes, picture.kind === "channels")}
            marker-start={link.heads === "both" ? "url(#link-head)" : undefined}
            marker-end={link.heads === "none" ? undefined : "url(#link-head)"}
          />
        ))}
        {parts.map((part, i) => (
          <Part key={i} part={part} box={boxes[i]!} isMoved={imageOf(i) !== i} />
        ))}
        {parts.map((_, i) =>
          imageOf(i) === i ? null : (
            <path
              key={i}
              class="image"
              d={imagePath(boxes[i]!, boxes[imageOf(i)]!, picture.kind === "channels")}
              marker-end="url(#image-head)"
            />
          ),
        )}
      </svg>
    </div>
  );
}

function Part({
  part,
  box,
  isMoved,
}: {
  readonly part: PicturePart;
  readonly box: Placed;
  readonly isMoved: boolean;
}): preact.JSX.Element {
  const { name, kind, orbit } = part;
  const { x, y, width, height } = box;
  const classes = `part ${kind} ${orbit === undefined ? "alone" : `orbit-${orbit % orbitColors}`}${isMoved ? " moved" : ""}`;
  const isSmall = kind === "place" || kind === "transition";
  return (
    <g class={classes}>
      <title>{name}</title>
      <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={cornerOf(kind, height)} />
      <text x={x} y={isSmall ? y + height / 2 + 10 : y + 4} class={isSmall ? "small" : ""}>
        {shortened(name, isSmall ? 14 : 22)}
      </text>
    </g>
  );
}

function cornerOf(kind: PicturePart["kind"], height: number): number {
  if (kind === "process" || kind === "place") return height / 2;
  return kind === "variable" ? 8 : 2;
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function linkPath({ from, to }: PictureLink, boxes: readonly Placed[], isColumns: boolean): string {
  const [a, b] = [boxes[from]!, boxes[to]!];
  if (from === to) {
    const above = a.y - a.height / 2;
    return `M${a.x - 8},${above} C${a.x - 20},${above - 27} ${a.x + 20},${above - 27} ${a.x + 8},${above}`;
  }
  if (isColumns) {
    const side = Math.sign(b.x - a.x) || 1;
    const isSame = Math.abs(a.x - b.x) < 1;
    const start = [a.x + (side * a.width) / 2, a.y] as const;
    const end = isSame ? ([b.x + b.width / 2, b.y] as const) : ([b.x - (side * b.width) / 2, b.y] as const);
    const bend = isSame ? 40 : (end[0] - start[0]) / 2.5;
    return `M${start.join()} C${start[0] + bend},${start[1]} ${end[0] + (isSame ? 40 : -bend)},${end[1]} ${end.join()}`;
  }
  return `M${edgeOf(a, b.x, b.y).join()} L${edgeOf(b, a.x, a.y).join()}`;
}

/** A bow, so that the two ways of an exchange are apart; in columns it goes round the boxes between. */
function imagePath(a: Placed, b: Placed, isColumns: boolean): string {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const far = Math.max(1, Math.hypot(dx, dy));
  if (isColumns && Math.abs(dx) < 1) {
    const side = dy > 0 ? 1 : -1;
    const [ax, bx] = [a.x + (side * a.width) / 2, b.x + (side * b.width) / 2];
    const bow = side * Math.min(70, 14 + far / 4);
    return `M${ax},${a.y + side * 4} C${ax + bow},${a.y + side * 4} ${bx + bow},${b.y - side * 4} ${bx},${b.y - side * 4}`;
  }
  const bow = Math.min(46, 14 + far / 6);
  const [mx, my] = [(a.x + b.x) / 2 - (dy / far) * bow, (a.y + b.y) / 2 + (dx / far) * bow];
  return `M${edgeOf(a, mx, my).join()} Q${mx},${my} ${edgeOf(b, mx, my).join()}`;
}

/** Colors for a file, which has no page around it. */
const fills = ["#ffe3bd", "#cfe8d5", "#cfe0fa", "#e8d5f0", "#ffd6cc", "#d9e7c8", "#f5eeb8", "#c9ebe8"];

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export function diagramSvg(picture: SymmetryPicture, title: string): string {
  const { boxes, width, height }: DiagramLayout = diagramLayout(picture);
  const links = picture.links.map((link) => {
    const heads = `${link.heads === "both" ? ' marker-start="url(#h)"' : ""}${link.heads === "none" ? ' stroke-dasharray="4 3"' : ' marker-end="url(#h)"'}`;
    return `<path d="${linkPath(link, boxes, picture.kind === "channels")}" fill="none" stroke="#8a8f98"${heads}/>`;
  });
  const parts = picture.parts.map(({ name, kind, orbit }, i) => {
    const box = boxes[i]!;
    const isSmall = kind === "place" || kind === "transition";
    const fill = orbit === undefined ? "#f4f4f2" : fills[orbit % fills.length]!;
    return `<rect x="${box.x - box.width / 2}" y="${box.y - box.height / 2}" width="${box.width}" height="${box.height}" rx="${cornerOf(kind, box.height)}" fill="${fill}" stroke="#555"/><text x="${box.x}" y="${isSmall ? box.y + box.height / 2 + 10 : box.y + 4}" text-anchor="middle" font-size="${isSmall ? 9 : 12}">${escaped(shortened(name, isSmall ? 14 : 22))}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif">`,
    `<title>${escaped(title)}</title>`,
    '<defs><marker id="h" markerWidth="8" markerHeight="7" refX="7" refY="3.5" orient="auto-start-reverse"><path d="M0,0 L8,3.5 L0,7 z" fill="#8a8f98"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...links,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}
