import { expect, test } from "vitest";
import { requireViolation } from "../../src/check/confirm-run.ts";
import { compile } from "../../src/explicit/compile.ts";
import { findAcceptingComponent } from "../../src/explicit/emptiness.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { findLasso } from "../../src/explicit/lasso.ts";
import { facts } from "../../src/model/facts.ts";
import { runQuestions } from "../../src/model/question.ts";
import { parseModel } from "../../src/model/text/parse.ts";
import { allMarks } from "../../src/property/automaton.ts";
import { automatonOfLtl } from "../../src/property/ltl.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { Watch } from "../../src/util/limits.ts";

/** A token goes round a ring and everybody wants it again and again: one round of the quotient is one step. */
const ring = `
  const N = 5 type P = 0..N-1
  var token: P = *
  transition pass { token := (token + 1) % N; }
  property l: ltl <> [] (forall p: P . token != p)`;

test("where the way back is too long, a symmetry closes the loop", async () => {
  const { model } = parseModel({ name: "ring.seq", text: ring }, { defines: {} });
  const [property] = model!.properties;
  if (property?.kind !== "ltl") throw new Error("no formula");
  const { group } = findSymmetries(model!, { properties: [property] });
  expect(group.group.order).toBe(5n);
  const automaton = automatonOfLtl(property.formula, { negate: true });
  const start = (symmetry?: typeof group): Exploration => {
    const exploration = new Exploration(compile(model!, [], { fingerprints: false, automaton, symmetry }));
    exploration.initialize();
    return exploration;
  };
  const exploration = start(group);
  const marks = allMarks(automaton.acceptanceCount);
  const found = await findAcceptingComponent(exploration, { marks, watch: new Watch({}) });
  if (found.outcome !== "accepting") throw new Error("no run");
  expect(exploration.storedStates).toBeLessThan(3);
  const trace = findLasso(facts(model!).interpreter, {
    exploration,
    component: found.component,
    concrete: start(),
    marks,
    fairness: "none",
    processes: [],
    isTransient: () => false,
    closingLimit: 0,
  })!;
  expect(trace.steps.length - trace.loop!).toBe(5);
  requireViolation(model!, runQuestions([property])[0]!, trace);
});
