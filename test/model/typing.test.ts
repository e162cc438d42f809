import fc from "fast-check";
import { expect, test } from "vitest";
import type { Expression, Model, Statement } from "../../src/model/model.ts";
import { printType } from "../../src/model/text/print.ts";
import { partsOf } from "../../src/model/traverse.ts";
import { bool, equalTypes, sameType, scopeOf, typeOf } from "../../src/model/typing.ts";
import type { ExpressionType } from "../../src/model/typing.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { times } from "../support/random-runs.ts";

function expectType(e: Expression, expected: ExpressionType, scope: Scope): void {
  expect(sameType(typeOf(e, scope), expected)).toBe(true);
  expectTyped(e, scope);
}

type Scope = ReturnType<typeof scopeOf>;

/** Every part of an expression has a type, and quantified names are in scope in the body only. */
function expectTyped(e: Expression, scope: Scope): void {
  expect(typeOf(e, scope).kind).toBeTypeOf("string");
  if (e.kind === "quantified") scope.locals.set(e.name, e.type);
  for (const part of partsOf(e)) expectTyped(part, scope);
  if (e.kind === "quantified") scope.locals.delete(e.name);
}

function expectTypedStatements(statements: readonly Statement[], scope: Scope): void {
  for (const s of statements) {
    switch (s.kind) {
      case "assign":
        expectType(s.value, typeOf(s.target, scope), scope);
        expectTyped(s.target, scope);
        break;
      case "if":
        expectType(s.test, bool, scope);
        expectTypedStatements(s.then, scope);
        expectTypedStatements(s.else, scope);
        break;
      case "for":
        scope.locals.set(s.name, s.type);
        expectTypedStatements(s.body, scope);
        break;
      case "while":
        expectType(s.test, bool, scope);
        expectTypedStatements(s.body, scope);
        break;
      case "push":
      case "pop": {
        const queue = typeOf(s.queue, scope);
        expect(queue.kind).toBe("queue");
        if (s.kind === "push" && queue.kind === "queue") expectType(s.value, queue.element, scope);
        break;
      }
      case "assert":
        expectType(s.test, bool, scope);
        break;
      case "local":
        expectType(s.value, s.type, scope);
        scope.locals.set(s.name, s.type);
        break;
    }
  }
}

function expectWellTyped(model: Model): void {
  const scope = scopeOf(model);
  for (const { condition } of model.predicates) expectType(condition, bool, scope);
  for (const { parameters, guard, body } of model.transitions) {
    scope.locals.clear();
    for (const { name, type } of parameters) scope.locals.set(name, type);
    expectType(guard, bool, scope);
    expectTypedStatements(body, scope);
  }
}

test("in every model conditions are truth values, and values fit where they go", () => {
  fc.assert(fc.property(arbitraryModel(), expectWellTyped), { numRuns: times(300) });
});

test("types are equal when they are built alike, whatever they are called", () => {
  fc.assert(
    fc.property(arbitraryModel(), ({ variables }) => {
      const types = variables.map(({ type }) => type);
      for (const a of types) {
        for (const b of types) {
          expect(equalTypes(a, b)).toBe(equalTypes(b, a));
          if (printType(a) === printType(b)) expect(equalTypes(a, b)).toBe(true);
        }
        expect(equalTypes(a, a.kind === "enum" ? { ...a } : { ...a, name: "other" })).toBe(true);
      }
    }),
    { numRuns: times(100) },
  );
});

test("all integers are one type, but not all arrays of integers", () => {
  const range = (low: number, high: number): ExpressionType & { kind: "range" } => ({ kind: "range", low, high });
  const array = (element: ExpressionType & { kind: "range" }): ExpressionType => ({
    kind: "array",
    index: bool,
    element,
  });
  expect(sameType(range(0, 1), range(0, 2))).toBe(true);
  expect(sameType(range(0, 1), { kind: "int" })).toBe(true);
  expect(sameType(range(0, 1), bool)).toBe(false);
  expect(sameType(array(range(0, 1)), array(range(0, 1)))).toBe(true);
  expect(sameType(array(range(0, 1)), array(range(0, 2)))).toBe(false);
});
