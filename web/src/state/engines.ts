/** The engines of the page, each in a worker: one follows each key, and one searches, which may take long. */

import { EngineClient } from "../engine/client.ts";

/** Reads texts and walks through models. */
export const desk: EngineClient = new EngineClient();

/** Checks models, and finds symmetries and graphs. */
export const searcher: EngineClient = new EngineClient();
