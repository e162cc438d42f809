export { check } from "./check/check.ts";
export { engines } from "./check/engines.ts";
export { checkEnlarging } from "./check/enlarge.ts";
export { InputError, RequestError } from "./check/request-error.ts";
export type { CheckOptions } from "./check/plan.ts";
export type {
  CheckResult,
  LimitReached,
  PropertyKind,
  PropertyResult,
  SymmetryResult,
  Verdict,
  Unreached,
} from "./check/result.ts";
export { valueOfProperty, violationOfState } from "./check/observe.ts";
export type { Violation } from "./check/observe.ts";
export { simulate, simulateEnlarging } from "./check/simulate.ts";
export type { SimulateOptions, Simulation, SimulationProgress } from "./check/simulate.ts";
export { Simulator, simulator } from "./check/simulator.ts";
export { findUnreached } from "./check/unreached.ts";
export type { SimulatorOptions } from "./check/simulator.ts";
export { compile } from "./explicit/compile.ts";
export type { Compiled } from "./explicit/compile.ts";
export type { ProductSpace } from "./explicit/product-space.ts";
export type { Program } from "./explicit/program.ts";
export { Exploration } from "./explicit/exploration.ts";
export type { Progress } from "./explicit/exploration.ts";
export type { StateId } from "./explicit/state-id.ts";
export type { StateSpace } from "./explicit/state-space.ts";
export type {
  Answer,
  Engine,
  EventSearch,
  Fairness,
  Findings as EngineFindings,
  Found,
  FoundError,
  Progress as EngineProgress,
  RunSearch,
  Search as EngineSearch,
  StateSearch,
} from "./engine/engine.ts";
export type { JointSymmetry } from "./symmetry/joint-symmetries.ts";
export { limitOf, Stopped, Watch, watched } from "./util/limits.ts";
export type { Limit, Limits } from "./util/limits.ts";
export type { Language, LanguageCard, Parsed, ReadOptions } from "./languages/language.ts";
export { catalog, languageOf } from "./languages/catalog.ts";
export type { LanguageId } from "./languages/catalog.ts";
export { declaredConstants } from "./languages/constants.ts";
export type { DeclaredConstant } from "./languages/constants.ts";
export { languages } from "./languages/languages.ts";
export { lexicons } from "./languages/lexicons.ts";
export { loadLanguage } from "./languages/load-language.ts";
export { parseIn, unknownLanguage } from "./languages/parse-in.ts";
export type { ParseInOptions } from "./languages/parse-in.ts";
export { parse } from "./languages/parse.ts";
export type { ParseOptions } from "./languages/parse.ts";
export type { Domain } from "./model/domains.ts";
export { facts } from "./model/facts.ts";
export type { Facts } from "./model/facts.ts";
export { isRuntimeError } from "./model/interpret.ts";
export type { Interpreter, RuntimeError, State, Step } from "./model/interpret.ts";
export type * from "./model/model.ts";
export { questionOf, runQuestions, stateQuestions } from "./model/question.ts";
export type {
  EventQuestion,
  OpenQuestion,
  OtherQuestion,
  Question,
  RunCondition,
  RunQuestion,
  StateQuestion,
} from "./model/question.ts";
export { parseCondition } from "./model/text/condition.ts";
export { containsAssertion } from "./model/traverse.ts";
export { printExpression, printModel } from "./model/text/print.ts";
export type { Trace } from "./model/replay.ts";
export type { Slot } from "./model/slots.ts";
export { Describer } from "./report/describe.ts";
export type { Change, NamedValue } from "./report/describe.ts";
export { checkHtml } from "./report/html/page.ts";
export { checkDocument } from "./report/json.ts";
export { reporterNamed, reporters } from "./report/reporter.ts";
export type { Reporter } from "./report/reporter.ts";
export { stateGraph, stateGraphDot } from "./report/state-graph.ts";
export type { StateArrow, StateGraph } from "./report/state-graph.ts";
export { symmetryPicture } from "./report/symmetry-picture.ts";
export type { PictureLink, PicturePart, SymmetryPicture } from "./report/symmetry-picture.ts";
export { diagnosticsDocument } from "./report/diagnostics.ts";
export type { Problem } from "./report/diagnostics.ts";
export { itfDocument } from "./report/itf.ts";
export { replayDocument, replayText, replayTrace } from "./report/replay.ts";
export type { Replay } from "./report/replay.ts";
export { TraceError } from "./report/replayed-trace.ts";
export type { ReplayedTrace, ShownProperty } from "./report/replayed-trace.ts";
export {
  checkSchema,
  diagnosticsSchema,
  replaySchema,
  simulateSchema,
  symmetrySchema,
  traceFileSchema,
} from "./report/schema.ts";
export type {
  CheckDocument,
  DiagnosticDocument,
  DiagnosticsDocument,
  PropertyDocument,
  ReplayDocument,
  SimulateDocument,
  StepDocument,
  SymmetryDocument,
  TraceDocument,
  TraceFileDocument,
} from "./report/schema.ts";
export { symmetryDocument, symmetryText } from "./report/symmetry.ts";
export type { SymmetryReportOptions } from "./report/symmetry.ts";
export { chartSvg } from "./report/chart-svg.ts";
export { chartText } from "./report/chart-text.ts";
export { sequenceChart } from "./report/sequence-chart.ts";
export type { SequenceChart } from "./report/sequence-chart.ts";
export { traceFile } from "./report/trace-file.ts";
export { simulationDocument, simulationText } from "./report/simulation.ts";
export { plain } from "./report/palette.ts";
export type { Palette, TextOptions } from "./report/palette.ts";
export { checkText, progressText, summaryText } from "./report/text.ts";
export { effectText } from "./report/trace-text.ts";
export { detectByConstraints } from "./symmetry/constraints/detect.ts";
export { constraintGraphDot } from "./symmetry/constraints/dot.ts";
export { findSymmetries } from "./symmetry/find.ts";
export type { FindOptions, FoundSymmetries, Method } from "./symmetry/find.ts";
export type { Detector, Findings, Search } from "./symmetry/detector.ts";
export { detectors } from "./symmetry/detectors.ts";
export type { Accepted, Rejected } from "./symmetry/proposal-desk.ts";
export { symmetryGroup, symmetryOf } from "./symmetry/symmetry-group.ts";
export type { Point, SymmetryGroup } from "./symmetry/symmetry-group.ts";
export { formatSymmetry, imageOfState } from "./symmetry/symmetry.ts";
export type { Symmetry } from "./symmetry/symmetry.ts";
export { formatCertificate, recheck, Validator } from "./symmetry/validator/validator.ts";
export type { Certificate, ValidatedGroup, Validation, ValidatorOptions } from "./symmetry/validator/validator.ts";
export { formatDiagnostic } from "./syntax/diagnostic.ts";
export type { Diagnostic } from "./syntax/diagnostic.ts";
export type { Tables } from "./syntax/lexicon.ts";
export { locate, positionAt } from "./syntax/source.ts";
export type { Position, Source, Span } from "./syntax/source.ts";
export { InternalError } from "./util/internal-error.ts";
export { moduleText } from "./wasm/text.ts";
export { instanceModel } from "./family/instance.ts";
export { libraryGroups } from "./family/library.ts";
export type { FamilyGroup, LibraryResult, LibraryVerdict } from "./family/library.ts";
export type { ParameterizedSystem, Pattern } from "./family/system.ts";
export { verifyPattern } from "./family/verify.ts";
export type { Failure, PatternKind, PatternVerdict } from "./family/verify.ts";
export { parsePatterns, parseSystem } from "./languages/rsp/parse.ts";
export type { ParsedSystem } from "./languages/rsp/parse.ts";
export { synthesize } from "./pattern/synthesize.ts";
export type { Synthesis, SynthesisOptions, SynthesizedPattern } from "./pattern/synthesize.ts";
