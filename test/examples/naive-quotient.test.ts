/** The examples about watchmen show a real danger: on the plain quotient, their verdicts are wrong. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Fairness } from "../../src/engine/engine.ts";
import { parse } from "../../src/index.ts";
import type { Model } from "../../src/index.ts";
import type { State } from "../../src/model/interpret.ts";
import { runQuestions } from "../../src/model/question.ts";
import { automatonOfQuestion } from "../../src/property/automaton-of-question.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { imageOfState } from "../../src/symmetry/symmetry.ts";
import { hasAcceptedRun } from "../support/reference-runs.ts";

const cases = [
  { file: "lamps", name: "relieved", fairness: "weak", truth: "holds", mistake: "violated" },
  { file: "lamps", name: "first", fairness: "weak", truth: "holds", mistake: "violated" },
  { file: "lamps", name: "together", fairness: "weak", truth: "violated", mistake: "holds" },
  { file: "lantern", name: "asleep", fairness: "weak", truth: "violated", mistake: "holds" },
  { file: "lantern", name: "asleep", fairness: "strong", truth: "violated", mistake: "holds" },
] as const;

test.each(cases)(
  "$file: $name, $fairness fairness: $truth, but $mistake if representatives are taken for states",
  (it) => {
    const { model } = parse(readFileSync(`examples/seq/${it.file}.seq`, "utf8"), { name: `${it.file}.seq` });
    expect(verdict(model!, it.name, it.fairness)).toBe(it.truth);
    expect(verdict(model!, it.name, it.fairness, representatives(model!))).toBe(it.mistake);
  },
);

function verdict(
  model: Model,
  name: string,
  fairness: Fairness,
  representativeOf?: (state: State) => State,
): "holds" | "violated" {
  const question = runQuestions(model.properties).find((candidate) => candidate.name === name);
  if (!question) throw new Error(`${name} is no formula`);
  const accepted = hasAcceptedRun(model, automatonOfQuestion(question), fairness, 1000, representativeOf);
  if (accepted === undefined) throw new Error("the model is too large");
  return accepted ? "violated" : "holds";
}

/** The least state of the orbit under all symmetries of the model, whatever the property says. */
function representatives(model: Model): (state: State) => State {
  const { generators } = findSymmetries(model, { properties: [] }).group;
  expect(generators).not.toEqual([]);
  return (state) => {
    const orbit = new Map([[state.join(), state]]);
    for (const [, member] of orbit) {
      for (const generator of generators) {
        const image = imageOfState(generator, member);
        orbit.set(image.join(), image);
      }
    }
    const [least] = [...orbit].sort(([a], [b]) => (a < b ? -1 : 1));
    return least![1];
  };
}
