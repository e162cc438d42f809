/** Marks in the text that come from the engine: the line of a step, and words by the orbit of what they name. */

import { StateEffect, StateField } from "@codemirror/state";
import type { Extension, Range, Text } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import type { LanguageId } from "noether";
import { namesIn } from "./tokens.ts";

/** Colors repeat after this many orbits. */
export const orbitColors = 8;

/** The lines of a step, from 1. */
export const showLines = StateEffect.define<readonly [from: number, to: number] | undefined>();

export interface OrbitWords {
  readonly language: LanguageId | undefined;
  readonly words: ReadonlyMap<string, number>;
}

export const showOrbits = StateEffect.define<OrbitWords | undefined>();

const stepLine = Decoration.line({ class: "cm-step" });

const lines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, changes, newDoc }) => {
    for (const effect of effects) if (effect.is(showLines)) return linesIn(newDoc, effect.value);
    return marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** At most a few lines: a step that is a whole process would color everything. */
const mostLines = 12;

function linesIn(text: Text, range: readonly [number, number] | undefined): DecorationSet {
  if (!range || range[0] > text.lines) return Decoration.none;
  const to = Math.min(range[1], text.lines, range[0] + mostLines - 1);
  const all: Range<Decoration>[] = [];
  for (let line = range[0]; line <= to; line++) all.push(stepLine.range(text.line(line).from));
  return Decoration.set(all);
}

interface Orbits {
  readonly shown: OrbitWords | undefined;
  readonly marks: DecorationSet;
}

const orbits = StateField.define<Orbits>({
  create: () => ({ shown: undefined, marks: Decoration.none }),
  update: (old, { effects, docChanged, changes, newDoc }) => {
    for (const effect of effects) {
      if (effect.is(showOrbits)) return { shown: effect.value, marks: orbitMarks(newDoc, effect.value) };
    }
    return docChanged ? { shown: old.shown, marks: old.marks.map(changes) } : old;
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

function orbitMarks(text: Text, shown: OrbitWords | undefined): DecorationSet {
  if (!shown) return Decoration.none;
  const all: Range<Decoration>[] = [];
  for (const { from, to, word } of namesIn(shown.language, text.toString())) {
    const orbit = shown.words.get(word);
    if (orbit === undefined || to <= from) continue;
    all.push(Decoration.mark({ class: `cm-orbit cm-orbit-${orbit % orbitColors}` }).range(from, to));
  }
  return Decoration.set(all);
}

export const engineMarks: Extension = [lines, orbits];
