/** The symmetry detectors, in the order in which they run: those that cost the least for what they cover come first. */

import { actors } from "./actors/detect.ts";
import { channels, program } from "./channels/detect.ts";
import { constraints } from "./constraints/detect.ts";
import { declared } from "./declared.ts";
import type { Detector } from "./detector.ts";
import { exchanges } from "./exchanges.ts";
import { net } from "./net/detect.ts";
import { patterns } from "./patterns.ts";
import { text } from "./text/detect.ts";

export const detectors: readonly Detector[] = [
  patterns,
  declared,
  net,
  text,
  channels,
  actors,
  program,
  constraints,
  exchanges,
];
