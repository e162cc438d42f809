/**
 * The statements of a process as SPIN arranges them: elements, each with the one that follows.
 *
 * An element is a control point if control can rest there. Jumps and the ends of choices are elements too, but control
 * passes through them (`graph.ts`). Blocks, `atomic` and `d_step` are elements of their own before their first statement, as
 * in SPIN, since a process that waits before an atomic sequence is not in the same state as one that waits inside at the
 * same statement. `for` and `select` become the loops that SPIN makes of them.
 */

import type { Span } from "../../../syntax/source.ts";
import type { Names } from "../names/declare.ts";
import { withoutRecords } from "../names/record-message.ts";
import { Scope } from "../names/symbols.ts";
import type { ProcessSymbol, VariableSymbol } from "../names/symbols.ts";
import type { Basic, Expression, Name, Reference, Sequence, Statement, TypeName } from "../syntax/syntax-tree.ts";

export interface Element {
  readonly id: number;
  readonly kind: "basic" | "choice" | "jump" | "pass" | "enter" | "end";
  readonly span: Span;
  readonly scope: Scope;
  /** Of a basic element. */
  readonly statement?: Basic | undefined;
  /** The first elements of a choice's options. */
  readonly options: Element[];
  next?: Element | undefined;
  /** Where a `goto` goes. */
  readonly label?: Name | undefined;
  /** Inside an atomic sequence or a deterministic step, but not the element that begins it. */
  readonly inside?: "atomic" | "d_step" | undefined;
  /** What begins the deterministic step that this element is inside of. */
  readonly step?: Element | undefined;
  /**
   * The process keeps the turn when it is done with this. That is so inside an atomic sequence, but for its last element; a jump
   * there keeps the turn if it leads into an atomic sequence, the same or another.
   */
  keeps: boolean;
  /** The first elements of what this one may be left for, the innermost first. */
  readonly escapes: readonly Element[];
  readonly labels: string[];
}

export interface Flow {
  readonly process: ProcessSymbol;
  readonly elements: readonly Element[];
  readonly first: Element;
  readonly end: Element;
  readonly labels: ReadonlyMap<string, Element>;
}

interface Context {
  readonly scope: Scope;
  readonly inside: Element["inside"];
  readonly step: Element | undefined;
  readonly escapes: readonly Element[];
  /** Where a `break` goes. */
  readonly exit: Element | undefined;
}

/** Entry and the element whose `next` is still open. */
interface Piece {
  readonly first: Element;
  readonly last: Element;
  /** The one with which an atomic sequence ends, if it is not `last`. */
  readonly final?: Element | undefined;
}

/** `asked` are the labels that some `P@label` asks for. */
export function buildFlow(names: Names, process: ProcessSymbol, asked: ReadonlySet<string>): Flow {
  const elements: Element[] = [];
  const labels = new Map<string, Element>();
  /** Jumps that give the turn away wherever they lead. */
  const fixed = new Set<Element>();
  const { definition } = process;

  function element(kind: Element["kind"], span: Span, c: Context, more: Partial<Element> = {}): Element {
    const { scope, inside, step, escapes } = c;
    const result: Element = {
      id: elements.length,
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
    elements.push(result);
    return result;
  }

  function basic(statement: Basic, c: Context): Piece {
    const only = element("basic", statement.span, c, { statement: withoutRecords(statement, c.scope) });
    return { first: only, last: only };
  }

  function join(pieces: readonly Piece[], span: Span, c: Context): Piece {
    if (pieces.length === 0) {
      const only = element("pass", span, c);
      return { first: only, last: only };
    }
    for (let i = 1; i < pieces.length; i++) pieces[i - 1]!.last.next = pieces[i]!.first;
    return { ...pieces.at(-1)!, first: pieces[0]!.first };
  }

  /** Where the options of a choice come together, at its `fi` or `od`. */
  function meetingPoint(span: Span, c: Context, more: Partial<Element> = {}): Element {
    return element("pass", { ...span, start: Math.max(span.start, span.end - 2) }, c, more);
  }

  function sequence(body: Sequence, span: Span, c: Context, started = true): Piece {
    const pieces: Piece[] = [];
    const { scope } = c;
    for (const statement of body) {
      if (statement.kind === "declaration") {
        const early = !started && pieces.length === 0;
        for (const symbol of names.declareVariables(statement.declaration, scope, false)) {
          const step = early ? undefined : declared(symbol, statement.span);
          if (step) pieces.push(basic(step, { ...c, scope }));
        }
        continue;
      }
      const piece = build(statement, { ...c, scope });
      if (piece) pieces.push(piece);
    }
    return join(pieces, span, { ...c, scope });
  }

  /**
   * Before the first statement of a process, variables have their initial values from the beginning. Later, or in a block, a
   * declaration is a step that sets them; of an array only the first element, as in SPIN.
   */
  function declared(symbol: VariableSymbol, span: Span): Basic | undefined {
    const { name, initial, size, type } = symbol;
    if (initial?.kind === "channel") return undefined;
    if (type.kind === "record") return { kind: "expression", expression: number(1, span), span };
    const value = initial?.kind === "value" ? initial.value : number(0, span);
    const index = size === undefined ? undefined : number(0, span);
    const target: Reference = { parts: [{ name: { text: name, span: symbol.span }, index }], span: symbol.span };
    Object.assign(symbol, { initial: undefined });
    return { kind: "assign", target, value, span };
  }

  function build(s: Statement, c: Context): Piece | undefined {
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
        return basic(s, c);
      case "promise":
      case "declaration":
        return undefined;
      case "if":
        return choice(s.options, s.span, c, false);
      case "do":
        return choice(s.options, s.span, c, true);
      case "break": {
        if (!c.exit) names.report("misplaced-break", "expected `break` inside `do`, found it outside", s.span);
        return jumping(element("jump", s.span, c, { next: c.exit }), c);
      }
      case "goto":
        return jumping(element("jump", s.span, c, { label: s.label }), c);
      case "block":
        return enclosed(s.body, s.span, c, c.inside);
      case "atomic":
      case "d_step":
        return enclosed(s.body, s.span, c, c.inside === "d_step" ? "d_step" : s.kind);
      case "unless":
        return unless(s, c);
      case "for":
        return counting(s.variable, s.from, s.to, s.body, s.span, c);
      case "for-in":
        return iteration(s, c);
      case "select":
        return selection(s, c);
      case "label":
        return labeled(s, c);
    }
  }

  /** What follows a jump in the text does not follow it. */
  function jumping(jump: Element, c: Context): Piece {
    return { first: jump, last: element("pass", jump.span, c), final: jump };
  }

  function choice(options: readonly Sequence[], span: Span, c: Context, isLoop: boolean): Piece {
    const head = element("choice", span, c);
    // As in SPIN, nothing escapes from the end of a selection.
    const after = meetingPoint(span, c, isLoop ? {} : { escapes: [] });
    for (const option of options) {
      if (option[0]?.kind === "unless") {
        const message = "expected `unless` after the whole choice or inside an option, found it on a guard";
        names.report("unless-on-guard", message, option[0].span);
      }
      const inner = { ...c, exit: isLoop ? after : c.exit };
      const piece = sequence(option, span, inner);
      head.options.push(piece.first);
      piece.last.next = isLoop ? head : after;
    }
    return { first: head, last: after };
  }

  function enclosed(body: Sequence, span: Span, c: Context, inside: Element["inside"]): Piece {
    const enter = element("enter", span, c);
    // A deterministic step is left at its beginning or not at all.
    const escapes = inside === "d_step" ? [] : c.escapes;
    const step = inside === "d_step" ? (c.step ?? enter) : undefined;
    const piece = sequence(body, span, { ...c, scope: new Scope(c.scope), inside, step, escapes });
    enter.next = piece.first;
    const final = step === enter ? enter : piece.final;
    if (inside === "atomic" && c.inside === undefined) (final ?? piece.last).keeps = false;
    return { first: enter, last: piece.last, final };
  }

  function unless(s: Statement & { kind: "unless" }, c: Context): Piece {
    const content = (part: Statement): Sequence => (part.kind === "block" ? part.body : [part]);
    const after = meetingPoint(s.span, c, { escapes: [] });
    const escape = sequence(content(s.escape), s.span, { ...c, scope: new Scope(c.scope) });
    escape.last.next = after;
    const scope = new Scope(c.scope);
    const main = sequence(content(s.main), s.span, { ...c, scope, escapes: [...c.escapes, escape.first] });
    main.last.next = after;
    return { first: main.first, last: after };
  }

  /**
   * Control rests at a label that means something to the checker, and at one that is asked for: a jump is preceded by a step of
   * its own there. As in SPIN, the step takes the place of a jump that is asked for, so an atomic sequence may end with it.
   */
  function labeled(s: Statement & { kind: "label" }, c: Context): Piece {
    const skip: Basic = { kind: "expression", expression: { kind: "number", value: 1, span: s.span }, span: s.span };
    const kind = s.statement?.kind;
    const isSpecial = /^(?:end|accept|progress)/.test(s.label.text);
    const isJump = kind === "goto" || kind === "break";
    const rests = isJump && (isSpecial || asked.has(`${process.name}@${s.label.text}`)) ? basic(skip, c) : undefined;
    const inner = (s.statement && build(s.statement, c)) ?? basic(skip, c);
    let piece = rests ? join([rests, inner], s.span, c) : inner;
    if (rests && !isSpecial) {
      fixed.add(inner.first);
      inner.first.keeps = false;
      piece = { ...piece, final: rests.first };
    }
    if (labels.has(s.label.text)) {
      names.report("duplicate-label", `expected a new label, found \`${s.label.text}\` once more`, s.label.span);
    }
    labels.set(s.label.text, piece.first);
    piece.first.labels.push(s.label.text);
    return piece;
  }

  const reference = (r: Reference): Expression => ({ kind: "reference", reference: r, span: r.span });
  const number = (value: number, span: Span): Expression => ({ kind: "number", value, span });

  function counting(v: Reference, from: Expression, to: Expression, body: Sequence, span: Span, c: Context): Piece {
    const start = basic({ kind: "assign", target: v, value: from, span: v.span }, c);
    const head = element("choice", span, c);
    const after = meetingPoint(span, c);
    const test: Expression = { kind: "binary", op: "<=", left: reference(v), right: to, span: v.span };
    const again = basic({ kind: "expression", expression: test, span: v.span }, c);
    const inner = sequence(body, span, { ...c, scope: new Scope(c.scope), exit: after });
    const step = basic({ kind: "count", target: v, by: 1, span: v.span }, c);
    const other = basic({ kind: "else", span: v.span }, c);
    join([again, inner, step], span, c);
    step.last.next = head;
    other.last.next = after;
    head.options.push(again.first, other.first);
    start.last.next = head;
    return { first: start.first, last: after };
  }

  function iteration(s: Statement & { kind: "for-in" }, c: Context): Piece | undefined {
    const [container, more] = s.container.parts;
    const symbol = c.scope.find(container!.name.text);
    if (symbol?.kind !== "variable" || more !== undefined) {
      names.unknown(container!.name, "an array or a channel", c.scope.names());
      return undefined;
    }
    if (symbol.size !== undefined && !container!.index) {
      return counting(s.variable, number(0, s.span), number(symbol.size - 1, s.span), s.body, s.span, c);
    }
    if (symbol.type.kind === "chan") return messages(s, c);
    names.report("not-an-array", "expected an array or a channel after `in`, found something else", s.container.span);
    return undefined;
  }

  /** Takes every message off the channel and puts it back. */
  function messages(s: Statement & { kind: "for-in" }, c: Context): Piece {
    const { span, variable, container: channel } = s;
    const scope = new Scope(c.scope);
    const at: Name = { text: "_at", span };
    const type: TypeName = { kind: "int", span };
    names.declareVariables({ type, variables: [{ name: at, span }], span }, scope, false);
    const counter: Reference = { parts: [{ name: at }], span };
    const inner = { ...c, scope };
    const start = basic({ kind: "assign", target: counter, value: number(0, span), span }, inner);
    const head = element("choice", span, c);
    const after = meetingPoint(span, c);
    const length: Expression = { kind: "probe", op: "len", channel, span };
    const test: Expression = { kind: "binary", op: "<", left: reference(counter), right: length, span };
    const again = basic({ kind: "expression", expression: test, span }, inner);
    const pattern = [{ kind: "reference", reference: variable, span } as const];
    const take = basic({ kind: "receive", channel, random: false, keep: false, pattern, span }, inner);
    const put = basic({ kind: "send", channel, sorted: false, values: [reference(variable)], span }, inner);
    const body = sequence(s.body, span, { ...inner, exit: after });
    const step = basic({ kind: "count", target: counter, by: 1, span }, inner);
    const other = basic({ kind: "else", span }, inner);
    join([again, take, put, body, step], span, c);
    step.last.next = head;
    other.last.next = after;
    head.options.push(again.first, other.first);
    start.last.next = head;
    return { first: start.first, last: after };
  }

  function selection(s: Statement & { kind: "select" }, c: Context): Piece {
    const { variable: v, span } = s;
    const from = s.from.kind === "number" ? s.from.value : undefined;
    const to = s.to.kind === "number" ? s.to.value : undefined;
    if (from !== undefined && to !== undefined && from <= to && to - from <= 32) {
      const head = element("choice", span, c);
      const after = meetingPoint(span, c, { escapes: [] });
      for (let value = from; value <= to; value++) {
        const option = basic({ kind: "assign", target: v, value: number(value, span), span }, c);
        option.last.next = after;
        head.options.push(option.first);
      }
      return { first: head, last: after };
    }
    const start = basic({ kind: "assign", target: v, value: s.from, span }, c);
    const head = element("choice", span, c);
    const after = meetingPoint(span, c);
    const test: Expression = { kind: "binary", op: "<", left: reference(v), right: s.to, span };
    const more = basic({ kind: "expression", expression: test, span }, c);
    const step = basic({ kind: "count", target: v, by: 1, span }, c);
    more.last.next = step.first;
    step.last.next = head;
    const leave = element("jump", span, c, { next: after });
    head.options.push(leave, more.first);
    start.last.next = head;
    return { first: start.first, last: after };
  }

  const scope = names.scopeOf(process);
  const outermost: Context = { scope, inside: undefined, step: undefined, escapes: [], exit: undefined };
  const whole = sequence(definition.body, definition.span, outermost, false);
  const end = element("end", definition.span, outermost);
  whole.last.next = end;
  for (const e of elements) {
    if (e.label) {
      e.next = labels.get(e.label.text);
      if (!e.next) {
        names.report("unknown-label", `expected a label of this process, found \`${e.label.text}\``, e.label.span);
      }
    }
    if (e.kind === "jump" && e.inside === "atomic" && !fixed.has(e)) e.keeps = e.next?.inside !== undefined;
  }
  return { process, elements, first: whole.first, end, labels };
}
