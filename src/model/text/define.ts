/** Values for constants from `-D`, by the type of the constant. */

import type { Definitions } from "../../syntax/definitions.ts";
import { integerOf } from "../../syntax/definitions.ts";
import { excerpt } from "../../syntax/excerpt.ts";
import type { ScalarType } from "../model.ts";
import { highOf, lowOf } from "../slots.ts";
import type { IntType } from "../typing.ts";
import { quote } from "./environment.ts";

/** The value given for a constant of this type; `undefined` after an error. */
export function definedValue(defines: Definitions, name: string, type: ScalarType | IntType): number | undefined {
  const value = parseValue(defines.get(name)!, type);
  if (value !== undefined && (type.kind !== "range" || (value >= lowOf(type) && value <= highOf(type)))) return value;
  return defines.refuse(name, describeValues(type));
}

function parseValue(text: string, type: ScalarType | IntType): number | undefined {
  switch (type.kind) {
    case "bool":
      return text === "true" ? 1 : text === "false" ? 0 : undefined;
    case "enum": {
      const member = type.members.indexOf(text.replace(/^`(.*)`$/, "$1"));
      return member < 0 ? undefined : member;
    }
    case "int":
    case "range":
      return integerOf(text);
  }
}

function describeValues(type: ScalarType | IntType): string {
  switch (type.kind) {
    case "bool":
      return "`true` or `false`";
    case "enum":
      return `a member of ${quote(type.name)} (${excerpt(type.members.join(", "))})`;
    case "int":
      return "an integer within 53 bits";
    case "range":
      return `an integer of ${type.low}..${type.high}`;
  }
}
