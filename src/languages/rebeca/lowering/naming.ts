/**
 * The names of the program for traces: a step is the message that is taken, `client -> server.request(3)`, and a queue
 * shows of each message what it has.
 */

import type { Naming, NamedExpression, PartNaming, RecordForms, StepNaming } from "../../../hints/naming.ts";
import { element, field, variable } from "../../../model/build.ts";
import type { Type } from "../../../model/model.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { isImmediate } from "../actors/actor-system.ts";
import type { ActorSystem, Rebec } from "../actors/actor-system.ts";
import { messageRoutines, queueField } from "../actors/layout.ts";
import type { ClassSymbol, RebecaType, Routine } from "../names/symbols.ts";

export function namingOf(system: ActorSystem): Naming {
  const rebecs: PartNaming = {
    values: new Map([[0, "null"], ...system.rebecs.map(({ name, number }) => [number, name] as const)]),
  };
  const parts = new Map<ClassSymbol, PartNaming>();
  const variables = new Map<string, PartNaming>();
  const transitions = new Map<string, StepNaming>();
  for (const rebec of system.rebecs) {
    variables.set(
      rebec.name,
      getOrAdd(parts, rebec.symbol, () => partNaming(system, rebec.symbol, rebecs)),
    );
    for (const routine of messageRoutines(rebec.symbol)) {
      const name = `${rebec.name}.${system.messages.get(routine)!}`;
      const isRun = routine === rebec.symbol.first && isImmediate(system, rebec.symbol);
      const step: StepNaming = [`main -> ${name}`, { choices: true }];
      transitions.set(name, isRun ? step : stepNaming(system, rebec, routine, rebecs));
    }
  }
  return { variables, transitions };
}

const truths = new Map([
  [0, "false"],
  [1, "true"],
]);

/** `client -> server.request(3)` */
function stepNaming(system: ActorSystem, rebec: Rebec, routine: Routine, rebecs: PartNaming): StepNaming {
  const head = element(field(variable(rebec.name), queueField), 0);
  const shown = (name: string, type: RebecaType["kind"]): NamedExpression => ({
    named: field(head, name),
    values: type === "rebec" ? rebecs.values! : type === "boolean" ? truths : new Map(),
  });
  const fields = system.layouts.get(rebec.symbol)!.parameters.get(routine)!;
  const args = routine.parameters.flatMap(({ type }, i) => [...(i > 0 ? [", "] : []), shown(fields[i]!, type.kind)]);
  return [
    { named: field(head, "sender"), values: senders(rebecs).values! },
    ` -> ${rebec.name}.${system.messages.get(routine)!}(`,
    ...args,
    ")",
    { choices: true },
  ];
}

/** The first messages come from `main`. */
function senders({ values }: PartNaming): PartNaming {
  return { values: new Map([...values!, [0, "main"]]) };
}

function partNaming(system: ActorSystem, symbol: ClassSymbol, rebecs: PartNaming): PartNaming {
  const { record } = system.layouts.get(symbol)!;
  const named = (type: Type): PartNaming | undefined => {
    if (type === system.rebecType) return rebecs;
    const inner = type.kind === "array" ? named(type.element) : undefined;
    return inner && { element: inner };
  };
  const fields = new Map<string, PartNaming>();
  for (const { name, type } of record.fields) {
    const own = name === queueField ? { element: { forms: messageForms(system, symbol, rebecs) } } : named(type);
    if (own) fields.set(name, own);
  }
  return { fields };
}

/** `request(3) from client` */
function messageForms(system: ActorSystem, symbol: ClassSymbol, rebecs: PartNaming): RecordForms {
  const { parameters } = system.layouts.get(symbol)!;
  const texts = new Map<number, RecordForms["texts"] extends ReadonlyMap<number, infer T> ? T : never>();
  for (const routine of messageRoutines(symbol)) {
    const message = system.messages.get(routine)!;
    const args = routine.parameters.flatMap(({ type }, i) => {
      const names = type.kind === "rebec" ? { names: rebecs } : {};
      return [...(i > 0 ? [", "] : []), { field: parameters.get(routine)![i]!, ...names }];
    });
    const text = [`${message}(`, ...args, ") from ", { field: "sender", names: senders(rebecs) }];
    texts.set(system.messageType.members.indexOf(message), text);
  }
  return { by: "message", texts };
}
