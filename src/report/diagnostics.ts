/** Errors as the JSON document of `schema.ts`. */

import { positionAt } from "../syntax/source.ts";
import type { Span } from "../syntax/source.ts";
import type { DiagnosticsDocument } from "./schema.ts";

/** A diagnostic, or an error without a place in a text. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly span?: Span | undefined;
}

export function diagnosticsDocument(problems: readonly Problem[]): DiagnosticsDocument {
  return {
    version: 1,
    diagnostics: problems.map(({ code, message, span }) => ({
      code,
      message,
      file: span?.source.name,
      span: span && { start: positionAt(span.source, span.start), end: positionAt(span.source, span.end) },
    })),
  };
}
