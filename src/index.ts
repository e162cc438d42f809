export { check, RequestError } from "./check/check.ts";
export type { CheckOptions } from "./check/check.ts";
export type {
  CheckResult,
  LimitReached,
  PropertyKind,
  PropertyResult,
  SymmetryResult,
  Verdict,
} from "./check/result.ts";
export { compile } from "./explicit/compile.ts";
export type { Compiled, StateProperty } from "./explicit/compile.ts";
export { Exploration } from "./explicit/search.ts";
export type { Limits, Progress } from "./explicit/search.ts";
export { endings, parse } from "./languages/parse.ts";
export type { Parsed, ParseOptions } from "./languages/parse.ts";
export { inferDomains } from "./model/domains.ts";
export type { Domain } from "./model/domains.ts";
export { interpreter, isRuntimeError } from "./model/interpret.ts";
export type { Interpreter, RuntimeError, State, Step } from "./model/interpret.ts";
export type * from "./model/model.ts";
export { printExpression, printModel } from "./model/text/print.ts";
export type { Trace } from "./model/replay.ts";
export { slotsOf } from "./model/slots.ts";
export type { Slot } from "./model/slots.ts";
export { Describer } from "./report/describe.ts";
export { checkDocument } from "./report/json.ts";
export { stateGraphDot } from "./report/state-graph.ts";
export { checkSchema } from "./report/schema.ts";
export type { CheckDocument, PropertyDocument, StepDocument } from "./report/schema.ts";
export { checkText, plain, progressText } from "./report/text.ts";
export type { Palette, TextOptions } from "./report/text.ts";
export { formatDiagnostic } from "./syntax/diagnostic.ts";
export type { Diagnostic } from "./syntax/diagnostic.ts";
export { locate, positionAt } from "./syntax/source.ts";
export type { Position, Source, Span } from "./syntax/source.ts";
export { InternalError } from "./util/internal-error.ts";
export { moduleText } from "./wasm/text.ts";
