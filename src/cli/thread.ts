/** The entry point of the thread of a command. */

import { setFlagsFromString } from "node:v8";
import { end } from "./host.ts";
import { runProgram } from "./program.ts";

// By default V8 optimizes a function so early that much of a short command's processor time went into compiling code that
// was not needed again: looking for symmetries took a third longer. The searches themselves are WebAssembly, to which this
// does not apply. (Node's own modules must be loaded before: what V8 keeps of them is made for the default.)
setFlagsFromString("--interrupt-budget=600000");

await runProgram();
end();
