/** The entry point of the thread of a command. */

import { end } from "./host.ts";
import { runProgram } from "./program.ts";

await runProgram();
end();
