/**
 * A state graph on a canvas: drag to move, the wheel or + and - to zoom, a click or the arrow keys to choose a state.
 * Steps and states are drawn in one pass each, so a few thousand of them stay smooth.
 */

import { useEffect, useRef } from "preact/hooks";
import type { GraphView } from "../engine/protocol.ts";
import { theme } from "../state/view.ts";
import { drawGraph } from "./draw-graph.ts";
import type { Camera } from "./draw-graph.ts";
import { Button } from "./parts.tsx";

interface CanvasProps {
  readonly graph: GraphView;
  readonly label: string;
  readonly chosen: number | undefined;
  readonly marked: ReadonlySet<number>;
  readonly matches: ReadonlySet<number> | undefined;
  readonly onChoose: (id: number) => void;
}

/** Pixels between layers at zoom 1. */
const unit = 40;

function fittingCamera({ width, height }: GraphView, w: number, h: number): Camera {
  const zoom = Math.min(2.2, (w - 30) / (Math.max(1, width) * unit), (h - 30) / (Math.max(1, height) * unit));
  return { zoom, x: w / 2 - (width / 2) * unit * zoom, y: h / 2 - ((height - 1) / 2) * unit * zoom };
}

export function GraphCanvas(props: CanvasProps): preact.JSX.Element {
  const { graph, label, chosen, marked, matches, onChoose } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const camera = useRef<Camera | undefined>(undefined);
  const drag = useRef<{ x: number; y: number; hasMoved: boolean } | undefined>(undefined);
  /** Whether the user moved the picture; until then it fits the canvas, whatever its size. */
  const isMoved = useRef(false);
  const latest = useRef(props);
  latest.current = props;

  const redraw = (): void => {
    const element = canvas.current;
    if (!element) return;
    const { clientWidth: w, clientHeight: h } = element;
    const ratio = devicePixelRatio;
    if (element.width !== Math.round(w * ratio) || element.height !== Math.round(h * ratio)) {
      element.width = Math.round(w * ratio);
      element.height = Math.round(h * ratio);
    }
    camera.current ??= fittingCamera(latest.current.graph, w, h);
    const context = element.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { graph: shown, chosen: at, marked: marks, matches: found } = latest.current;
    drawGraph(context, {
      graph: shown,
      camera: camera.current,
      unit,
      width: w,
      height: h,
      chosen: at,
      marked: marks,
      matches: found,
      element,
    });
  };

  const fit = (): void => {
    isMoved.current = false;
    camera.current = undefined;
    redraw();
  };
  const zoomAt = (factor: number, x: number, y: number): void => {
    const old = camera.current!;
    isMoved.current = true;
    const zoom = Math.max(0.02, Math.min(6, old.zoom * factor));
    const scale = zoom / old.zoom;
    camera.current = { zoom, x: x - (x - old.x) * scale, y: y - (y - old.y) * scale };
    redraw();
  };
  const zoomMiddle = (factor: number): void =>
    zoomAt(factor, canvas.current!.clientWidth / 2, canvas.current!.clientHeight / 2);

  useEffect(() => {
    camera.current = undefined;
    isMoved.current = false;
    const observer = new ResizeObserver(() => {
      if (!isMoved.current) camera.current = undefined;
      redraw();
    });
    observer.observe(canvas.current!);
    return () => observer.disconnect();
  }, [graph]);
  useEffect(redraw, [chosen, marked, matches, graph, theme.value]);
  useEffect(() => {
    // A listener of the element itself: only such a one may keep the page from scrolling.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
    };
    const element = canvas.current!;
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  const stateAt = (x: number, y: number): number | undefined => {
    const { zoom, x: left, y: top } = camera.current!;
    let best: number | undefined;
    let nearest = 14;
    for (let i = 0; i < graph.stateCount; i++) {
      const far = Math.hypot(left + graph.x[i]! * unit * zoom - x, top + graph.y[i]! * unit * zoom - y);
      if (far < nearest) [nearest, best] = [far, i];
    }
    return best;
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag.current) return;
    const [dx, dy] = [event.clientX - drag.current.x, event.clientY - drag.current.y];
    if (!drag.current.hasMoved && Math.hypot(dx, dy) < 4) return;
    isMoved.current = true;
    camera.current = { ...camera.current!, x: camera.current!.x + dx, y: camera.current!.y + dy };
    drag.current = { x: event.clientX, y: event.clientY, hasMoved: true };
    redraw();
  };
  const onPointerUp = (event: PointerEvent): void => {
    const wasClick = drag.current?.hasMoved === false;
    drag.current = undefined;
    const id = wasClick ? stateAt(event.offsetX, event.offsetY) : undefined;
    if (id !== undefined) onChoose(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "+" || event.key === "=") zoomMiddle(1.25);
    else if (event.key === "-") zoomMiddle(0.8);
    else if (event.key === "0") fit();
    else {
      const next = neighborOf(graph, chosen, event.key);
      if (next === undefined) return;
      onChoose(next);
    }
    event.preventDefault();
  };
  return (
    <div class="graph-canvas">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label={`${label}. Arrow keys choose a state, plus and minus zoom.`}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY, hasMoved: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onKeyDown={onKeyDown}
      />
      <div class="canvas-buttons" role="group" aria-label={`Zoom of ${label}`}>
        <Button label="Zoom in" onClick={() => zoomMiddle(1.4)}>
          +
        </Button>
        <Button label="Zoom out" onClick={() => zoomMiddle(0.7)}>
          −
        </Button>
        <Button icon="fit" label="Show all" onClick={fit} />
      </div>
    </div>
  );
}

/** The nearest state in the direction of an arrow key. */
function neighborOf({ stateCount, x, y }: GraphView, from: number | undefined, key: string): number | undefined {
  const directions: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
  };
  const direction = directions[key];
  if (!direction) return undefined;
  if (from === undefined) return 0;
  let best: number | undefined;
  let nearest = Infinity;
  for (let i = 0; i < stateCount; i++) {
    const [dx, dy] = [x[i]! - x[from]!, y[i]! - y[from]!];
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1] + dy * direction[0]);
    const far = along + 3 * across;
    if (along > 0.01 && across <= 2 * along && far < nearest) [nearest, best] = [far, i];
  }
  return best;
}
