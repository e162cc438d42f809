/** Where the thread of a command starts. */

import { end } from "./host.ts";
import { runProgram } from "./program.ts";

await runProgram();
end();
