/**
 * The statements of a process as SPIN arranges them: elements, each with its successor.
 *
 * An element is a control point if control can rest there. Jumps and the ends of choices are elements too, but control
 * passes through them (`graph.ts`). Blocks, `atomic` and `d_step` are elements of their own before their first
 * statement, as in SPIN, since a process that waits before an atomic sequence is not in the same state as one that
 * waits inside at the same statement. `for` and `select` become the same loops as in SPIN.
 */

import type { Span } from "../../../syntax/source.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import type { Names } from "../names/declare.ts";
import { withoutRecords } from "../names/record-message.ts";
import { Scope } from "../names/symbols.ts";
import type { ProcessSymbol, VariableSymbol } from "../names/symbols.ts";
import type {
  Basic,
  Expansion,
  Expression,
  Name,
  Reference,
  Sequence,
  Statement,
  StatementOf,
  TypeName,
} from "../syntax/syntax-tree.ts";
import { withoutRedundantSkips } from "./redundant-skips.ts";

export interface Element {
  readonly id: number;
  readonly kind: "basic" | "choice" | "jump" | "pass" | "enter" | "end";
  readonly span: Span;
  readonly scope: Scope;
  /** The statement of a basic element. */
  readonly statement?: Basic | undefined;
  /** The first elements of the options of a choice. */
  readonly options: Element[];
  next?: Element | undefined;
  /** The target of a `goto`, and the use of an inline definition that the `goto` is in. */
  readonly label?: Name | undefined;
  readonly expansion?: Expansion | undefined;
  /** Present inside an atomic sequence or a deterministic step, but not for the element that begins it. */
  readonly inside?: "atomic" | "d_step" | undefined;
  /** The element that begins the deterministic step around this element. */
  readonly step?: Element | undefined;
  /**
   * Whether the process keeps the turn after this element. It does inside an atomic sequence, except after its last
   * element. A jump there keeps the turn if it leads into an atomic sequence, the same or another.
   */
  keeps: boolean;
  /** The first elements of the escape sequences, innermost first. */
  readonly escapes: readonly Element[];
  readonly labels: string[];
  /** Whether a `break` leads here. */
  readonly isExit?: boolean | undefined;
  /** Whether an atomic sequence ends with this element in the text. */
  isFinal?: boolean | undefined;
}

/** `xr` or `xs`: only this process receives from, or sends to, the channel. */
export interface ChannelPromise {
  readonly op: "xr" | "xs";
  readonly symbol: VariableSymbol;
}

export interface Flow {
  readonly process: ProcessSymbol;
  readonly elements: readonly Element[];
  readonly first: Element;
  readonly end: Element;
  /** The elements at a label: several if it is in an inline definition that is used several times. */
  readonly labels: ReadonlyMap<string, readonly Element[]>;
  readonly promises: readonly ChannelPromise[];
}

/** The context of a statement. */
interface Surroundings {
  readonly scope: Scope;
  readonly inside: Element["inside"];
  readonly step: Element | undefined;
  readonly escapes: readonly Element[];
  /** The target of a `break`. */
  readonly exit: Element | undefined;
  /** For a loop with a variable and an escape: the surroundings of the assignment before the loop, which has no such escape. */
  readonly outside?: Surroundings | undefined;
}

/** The entry, and the element whose `next` is still open. */
interface Piece {
  readonly first: Element;
  readonly last: Element;
  /** The last element of an atomic sequence, if it is not `last`. */
  readonly final?: Element | undefined;
  /** Where a label leads, if not to the entry: to the loop of a `for` or `select`, behind the assignment before it. */
  readonly labeled?: Element | undefined;
}

/** `asked` are the labels that occur in some `P@label`. The steps of a claim count, so nothing is left out of one. */
export function buildFlow(names: Names, process: ProcessSymbol, asked: ReadonlySet<string>, isClaim = false): Flow {
  return new FlowBuilder(names, process, asked, isClaim).build();
}

function reference(r: Reference): Expression {
  return { kind: "reference", reference: r, span: r.span };
}

function number(value: number, span: Span): Expression {
  return { kind: "number", value, span };
}

function skip(span: Span): Basic {
  return { kind: "expression", expression: number(1, span), span };
}

class FlowBuilder {
  readonly #names: Names;
  readonly #process: ProcessSymbol;
  readonly #asked: ReadonlySet<string>;
  readonly #isClaim: boolean;
  readonly #elements: Element[] = [];
  readonly #labels = new Map<string, Map<Expansion | undefined, Element>>();
  /** Jumps that always give up the turn. */
  readonly #fixed = new Set<Element>();
  readonly #promises: ChannelPromise[] = [];

  constructor(names: Names, process: ProcessSymbol, asked: ReadonlySet<string>, isClaim: boolean) {
    this.#names = names;
    this.#process = process;
    this.#asked = asked;
    this.#isClaim = isClaim;
  }

  build(): Flow {
    const { body, span } = this.#process.definition;
    const scope = this.#names.scopeOf(this.#process);
    const outermost: Surroundings = { scope, inside: undefined, step: undefined, escapes: [], exit: undefined };
    const whole = this.#sequence(body, span, outermost, false);
    const end = this.#element("end", span, outermost);
    whole.last.next = end;
    for (const element of this.#elements) this.#jump(element);
    return {
      process: this.#process,
      elements: this.#elements,
      first: whole.first,
      end,
      labels: new Map(Array.from(this.#labels, ([name, places]) => [name, [...places.values()]])),
      promises: this.#promises,
    };
  }

  /** Resolves a jump, when all labels are known. */
  #jump(element: Element): void {
    const { label, expansion, kind, inside } = element;
    if (label) element.next = this.#target(label, expansion);
    const isOpen = kind === "jump" && inside === "atomic" && !this.#fixed.has(element);
    if (isOpen) element.keeps = element.next?.inside !== undefined;
  }

  /**
   * The label that a `goto` means: the one of the innermost use of an inline definition around it that has such a label,
   * or else the only one. SPIN also chooses among several, sometimes one that is not around the `goto`.
   */
  #target({ text, span }: Name, from: Expansion | undefined): Element | undefined {
    const places = this.#labels.get(text);
    for (let around = from; around; around = around.outer) {
      const own = places?.get(around);
      if (own) return own;
    }
    if (places?.size === 1) return [...places.values()][0];
    if (places) this.#names.report("ambiguous-label", `expected one label \`${text}\`, found ${places.size}`, span);
    else this.#names.report("unknown-label", `expected a label of this process, found \`${text}\``, span);
    return undefined;
  }

  // -------------------------------------------------------------- pieces

  #element(kind: Element["kind"], span: Span, around: Surroundings, more: Partial<Element> = {}): Element {
    const { scope, inside, step, escapes } = around;
    const element: Element = {
      id: this.#elements.length,
      kind,
      span,
      scope,
      inside,
      step,
      keeps: inside !== undefined,
      escapes,
      options: [],
      labels: [],
      ...more,
    };
    this.#elements.push(element);
    return element;
  }

  #basic(statement: Basic, around: Surroundings): Piece {
    const simple = withoutRecords(statement, around.scope);
    const only = this.#element("basic", statement.span, around, { statement: simple });
    return { first: only, last: only };
  }

  #join(pieces: readonly Piece[], span: Span, around: Surroundings): Piece {
    if (pieces.length === 0) {
      const only = this.#element("pass", span, around);
      return { first: only, last: only };
    }
    for (let i = 1; i < pieces.length; i++) pieces[i - 1]!.last.next = pieces[i]!.first;
    const { last, final } = pieces.at(-1)!;
    return { first: pieces[0]!.first, last, final };
  }

  /** The element where the options of a choice meet, at its `fi` or `od`. */
  #meetingPoint(span: Span, around: Surroundings, more: Partial<Element> = {}): Element {
    return this.#element("pass", { ...span, start: Math.max(span.start, span.end - 2) }, around, more);
  }

  #sequence(body: Sequence, span: Span, around: Surroundings, hasStarted = true): Piece {
    const pieces: Piece[] = [];
    for (const statement of body) {
      if (statement.kind === "declaration") {
        const isEarly = !hasStarted && pieces.length === 0;
        for (const symbol of this.#names.declareVariables(statement.declaration, around.scope, false)) {
          const step = isEarly ? undefined : declared(symbol, statement.span);
          if (step) pieces.push(this.#basic(step, around));
        }
        continue;
      }
      const piece = this.#statement(statement, around);
      if (piece) pieces.push(piece);
    }
    return this.#join(pieces, span, around);
  }

  // -------------------------------------------------------------- statements

  #statement(s: Statement, around: Surroundings): Piece | undefined {
    switch (s.kind) {
      case "assign":
      case "count":
      case "send":
      case "receive":
      case "expression":
      case "assert":
      case "print":
      case "else":
      case "set_priority":
        return this.#basic(s, around);
      case "promise":
        this.#promise(s, around.scope);
        return undefined;
      case "declaration":
        return undefined;
      case "if":
      case "do":
        return this.#choice(s, around);
      case "break": {
        const { exit } = around;
        if (!exit) this.#names.report("misplaced-break", "expected `break` inside `do`, found it outside", s.span);
        return this.#jumping(this.#element("jump", s.span, around, { next: exit }), around);
      }
      case "goto":
        return this.#jumping(this.#element("jump", s.span, around, { label: s.label, expansion: s.expansion }), around);
      case "block":
        return this.#enclosed(s.body, s.span, around, around.inside);
      case "atomic":
      case "d_step":
        return this.#enclosed(s.body, s.span, around, around.inside === "d_step" ? "d_step" : s.kind);
      case "unless":
        return this.#unless(s, around);
      case "for":
        return this.#counting(s.variable, s.from, s.to, s.body, s.span, around);
      case "for-in":
        return this.#iteration(s, around);
      case "select":
        return this.#selection(s, around);
      case "label":
        return this.#labeled(s, around);
    }
  }

  #promise({ op, channels }: StatementOf<"promise">, scope: Scope): void {
    for (const { parts } of channels) {
      const symbol = scope.find(parts[0]!.name.text);
      if (symbol?.kind === "variable") this.#promises.push({ op, symbol });
    }
  }

  /** The statement after a jump in the text is not its successor. */
  #jumping(jump: Element, around: Surroundings): Piece {
    return { first: jump, last: this.#element("pass", jump.span, around), final: jump };
  }

  #choice({ kind, options, span }: StatementOf<"if" | "do">, around: Surroundings): Piece {
    const isLoop = kind === "do";
    const head = this.#element("choice", span, around);
    // As in SPIN, the end of a selection has no escapes.
    const after = this.#meetingPoint(span, around, isLoop ? { isExit: true } : { escapes: [] });
    for (const option of options) {
      if (isGuarded(option[0])) {
        const message = "expected `unless` after the whole choice or inside an option, found it on a guard";
        this.#names.report("unless-on-guard", message, option[0]!.span);
      } else if (option !== options[0] && beginsWithEscape(option[0])) {
        const message = "an `unless` at the beginning of an option that is not the first one is not supported";
        this.#names.report("unsupported", message, option[0]!.span);
      }
      const body = this.#isClaim ? option : withoutRedundantSkips(option);
      const piece = this.#sequence(body, span, { ...around, exit: isLoop ? after : around.exit });
      head.options.push(piece.first);
      piece.last.next = isLoop ? head : after;
    }
    return { first: head, last: after };
  }

  #enclosed(body: Sequence, span: Span, around: Surroundings, inside: Element["inside"]): Piece {
    const enter = this.#element("enter", span, around);
    // A deterministic step can be left only at its beginning.
    const escapes = inside === "d_step" ? [] : around.escapes;
    const step = inside === "d_step" ? (around.step ?? enter) : undefined;
    const piece = this.#sequence(body, span, { ...around, scope: new Scope(around.scope), inside, step, escapes });
    enter.next = piece.first;
    const final = step === enter ? enter : piece.final;
    if (inside === "atomic" && around.inside === undefined) {
      (final ?? piece.last).keeps = false;
      (final ?? piece.last).isFinal = true;
    }
    return { first: enter, last: piece.last, final };
  }

  #unless({ main, escape, span }: StatementOf<"unless">, around: Surroundings): Piece {
    const content = (part: Statement): Sequence => (part.kind === "block" ? part.body : [part]);
    const inner = (): Surroundings => ({ ...around, scope: new Scope(around.scope) });
    const after = this.#meetingPoint(span, around, { escapes: [] });
    const way = this.#sequence(content(escape), span, inner());
    way.last.next = after;
    const escapes = [...around.escapes, way.first];
    const outside = isAssignmentAndLoop(main) ? around : undefined;
    const piece = this.#sequence(content(main), span, { ...inner(), escapes, outside });
    piece.last.next = after;
    return { first: piece.first, last: after };
  }

  /**
   * Control rests at a label with a meaning for the checker, and at one that occurs in `P@label`: there, a jump is
   * preceded by a step of its own. As in SPIN, the step takes the place of a jump at such a label, so an atomic
   * sequence may end with it.
   */
  #labeled({ label, statement, expansion, span }: StatementOf<"label">, around: Surroundings): Piece {
    const { text } = label;
    const isSpecial = /^(?:end|accept|progress)/.test(text);
    const isJump = statement?.kind === "goto" || statement?.kind === "break";
    const isAsked = this.#asked.has(`${this.#process.name}@${text}`);
    const rests = isJump && (isSpecial || isAsked) ? this.#basic(skip(span), around) : undefined;
    const inner = (statement && this.#statement(statement, around)) ?? this.#basic(skip(span), around);
    let piece = rests ? this.#join([rests, inner], span, around) : inner;
    if (rests && !isSpecial) {
      this.#fixed.add(inner.first);
      inner.first.keeps = false;
      piece = { ...piece, final: rests.first };
    }
    const target = piece.labeled ?? piece.first;
    const places = getOrAdd(this.#labels, text, () => new Map<Expansion | undefined, Element>());
    if (places.has(expansion)) {
      this.#names.report("duplicate-label", `expected a new label, found \`${text}\` once more`, label.span);
    }
    places.set(expansion, target);
    target.labels.push(text);
    return piece;
  }

  // -------------------------------------------------------------- loops with a variable

  /**
   * Makes `start; do :: round :: else -> break od`. `round` gets the target of a `break`. As in SPIN, `start` is a
   * statement of its own before the loop, so that a label and an escape belong to the loop alone.
   */
  #repeat(
    start: Piece,
    round: (exit: Element) => readonly Piece[],
    span: Span,
    place: Span,
    around: Surroundings,
  ): Piece {
    const head = this.#element("choice", span, around);
    const after = this.#meetingPoint(span, around, { isExit: true });
    const again = this.#join(round(after), span, around);
    const other = this.#basic({ kind: "else", span: place }, around);
    again.last.next = head;
    other.last.next = after;
    head.options.push(again.first, other.first);
    start.last.next = head;
    return { first: start.first, last: after, labeled: head };
  }

  #counting(
    target: Reference,
    from: Expression,
    to: Expression,
    body: Sequence,
    span: Span,
    { outside, ...around }: Surroundings,
  ): Piece {
    const place = target.span;
    const start = this.#basic({ kind: "assign", target, value: from, span: place }, outside ?? around);
    const test: Expression = { kind: "binary", op: "<=", left: reference(target), right: to, span: place };
    const round = (exit: Element): Piece[] => [
      this.#basic({ kind: "expression", expression: test, span: place }, around),
      this.#sequence(body, span, { ...around, scope: new Scope(around.scope), exit }),
      this.#basic({ kind: "count", target, by: 1, span: place }, around),
    ];
    return this.#repeat(start, round, span, place, around);
  }

  #iteration(s: StatementOf<"for-in">, around: Surroundings): Piece | undefined {
    const [container, more] = s.container.parts;
    const symbol = around.scope.find(container!.name.text);
    if (symbol?.kind !== "variable") {
      this.#names.unknown(container!.name, "an array or a channel", around.scope.names());
      return undefined;
    }
    if (more) {
      // SPIN goes up to the size of the outer array.
      const message = "`in` with a field is not supported: count with `for (i : 0 .. n-1)`";
      this.#names.report("unsupported", message, s.container.span);
      return undefined;
    }
    if (symbol.size !== undefined && !container!.index) {
      return this.#counting(s.variable, number(0, s.span), number(symbol.size - 1, s.span), s.body, s.span, around);
    }
    if (symbol.type.kind === "chan") return this.#messages(s, around);
    const message = "expected an array or a channel after `in`, found something else";
    this.#names.report("not-an-array", message, s.container.span);
    return undefined;
  }

  /** Takes every message off the channel and puts it back. */
  #messages(
    { span, variable, container: channel, body }: StatementOf<"for-in">,
    { outside, ...around }: Surroundings,
  ): Piece {
    const inner = { ...around, scope: new Scope(around.scope) };
    const at: Name = { text: "_at", span };
    const type: TypeName = { kind: "int", span };
    this.#names.declareVariables({ type, variables: [{ name: at, span }], span }, inner.scope, false);
    const target: Reference = { parts: [{ name: at }], span };
    const before = { ...(outside ?? around), scope: inner.scope };
    const start = this.#basic({ kind: "assign", target, value: number(0, span), span }, before);
    const length: Expression = { kind: "probe", op: "len", channel, span };
    const test: Expression = { kind: "binary", op: "<", left: reference(target), right: length, span };
    const pattern = [{ kind: "reference", reference: variable, span } as const];
    const round = (exit: Element): Piece[] => [
      this.#basic({ kind: "expression", expression: test, span }, inner),
      this.#basic({ kind: "receive", channel, random: false, keep: false, pattern, span }, inner),
      this.#basic({ kind: "send", channel, sorted: false, values: [reference(variable)], span }, inner),
      this.#sequence(body, span, { ...inner, exit }),
      this.#basic({ kind: "count", target, by: 1, span }, inner),
    ];
    return this.#repeat(start, round, span, span, inner);
  }

  #selection(s: StatementOf<"select">, { outside, ...around }: Surroundings): Piece {
    const { variable: target, from, to, span } = s;
    const listed = valuesOf(s);
    if (listed) {
      const options = listed.map((value) => [{ kind: "assign", target, value: number(value, span), span } as const]);
      return this.#choice({ kind: "if", options, span }, around);
    }
    const start = this.#basic({ kind: "assign", target, value: from, span }, outside ?? around);
    const head = this.#element("choice", span, around);
    const after = this.#meetingPoint(span, around, { isExit: true });
    const test: Expression = { kind: "binary", op: "<", left: reference(target), right: to, span };
    const more = this.#basic({ kind: "expression", expression: test, span }, around);
    const step = this.#basic({ kind: "count", target, by: 1, span }, around);
    more.last.next = step.first;
    step.last.next = head;
    head.options.push(this.#element("jump", span, around, { next: after }), more.first);
    start.last.next = head;
    return { first: start.first, last: after, labeled: head };
  }
}

/** The values of a `select` that is a choice among assignments; other ones are loops. */
function valuesOf({ isChoice, from, to }: StatementOf<"select">): number[] | undefined {
  if (!isChoice || from.kind !== "number" || to.kind !== "number") return undefined;
  const [low, count] = [from.value, to.value - from.value + 1];
  return count >= 1 && count <= 33 ? Array.from({ length: count }, (_, k) => low + k) : undefined;
}

/** Whether it is an assignment and a loop: a `for`, or a `select` that is no choice, with or without labels. */
function isAssignmentAndLoop(s: Statement): boolean {
  if (s.kind === "label") return s.statement !== undefined && isAssignmentAndLoop(s.statement);
  return s.kind === "for" || s.kind === "for-in" || (s.kind === "select" && valuesOf(s) === undefined);
}

/** Whether the first step is one that an escape keeps from being taken. */
function isGuarded(s: Statement | undefined): boolean {
  return s?.kind === "unless" && !isAssignmentAndLoop(s.main);
}

/** Whether a block or an atomic sequence begins with an `unless`. */
function beginsWithEscape(s: Statement | undefined): boolean {
  if (s?.kind !== "block" && s?.kind !== "atomic") return false;
  const first = s.body.find(({ kind }) => kind !== "declaration");
  return isGuarded(first) || beginsWithEscape(first);
}

/**
 * Before the first statement of a process, variables have their initial values from the beginning. Later, or in a
 * block, a declaration is a step that sets them. For an array it sets only the first element, as in SPIN.
 */
function declared(symbol: VariableSymbol, span: Span): Basic | undefined {
  const { name, initial, size, type } = symbol;
  if (initial?.kind === "channel") return undefined;
  // A step without effect, and SPIN does not wait before it.
  if (type.kind === "record") return { kind: "print", values: [], span };
  const value = initial?.kind === "value" ? initial.value : number(0, span);
  const index = size === undefined ? undefined : number(0, span);
  const target: Reference = { parts: [{ name: { text: name, span: symbol.span }, index }], span: symbol.span };
  symbol.initial = undefined;
  return { kind: "assign", target, value, span };
}
