/**
 * The units of a net, as its file groups them (Garavel, *Nested-unit Petri nets*, 2019): the places of a process, say.
 * They are used as an order of places only, so they change nothing.
 */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";

/** The places of each unit, by slots; a unit comes right before the units in it. */
export const netUnits: Hint<readonly (readonly number[])[]> = defineHint("net units");
