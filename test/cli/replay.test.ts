import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { replaySchema, traceFileSchema } from "../../src/report/schema.ts";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-replay-"));
afterAll(() => rmSync(folder, { recursive: true }));

const deadlock = "examples/seq/bug-deadlock.seq";

test.each(["trace.json", "trace.itf.json"])("a trace is written to %s, and replayed", (name) => {
  const file = join(folder, name);
  const checked = runCli(["check", deadlock, "--trace-out", file]);
  expect({ code: checked.code, stderr: checked.stderr }).toEqual({ code: 1, stderr: "" });
  const { code, stdout } = runCli(["replay", deadlock, file]);
  expect(code).toBe(1);
  expect(stdout).toContain("violated  progress: no transition is enabled in the last state, in 6 steps\n");
  const document = v.parse(replaySchema, JSON.parse(runCli(["replay", deadlock, file, "--json"]).stdout));
  expect(document).toMatchObject({ shows: true, property: "progress", violation: { property: "progress" } });
});

test("several traces go to numbered files", () => {
  const model = join(folder, "two.seq");
  writeFileSync(
    model,
    "var x: 0..3 = 0\ntransition t when x < 3 { x := x + 1; }\nproperty p: invariant x < 2\nproperty q: invariant x < 1\n",
  );
  const file = join(folder, "two.json");
  const { stderr } = runCli(["check", model, "--trace-out", file]);
  expect(stderr).toBe(`note: the trace of p is in ${file}\nnote: the trace of q is in ${join(folder, "two-2.json")}\n`);
  const second = v.parse(traceFileSchema, JSON.parse(readFileSync(join(folder, "two-2.json"), "utf8")));
  expect(second).toMatchObject({ model: "two", property: { name: "q" }, trace: { steps: [{ transition: "t" }] } });
});

test("a trace is not written if there is none, nor over another file", () => {
  const none = join(folder, "none.json");
  expect(runCli(["check", "examples/seq/peterson.seq", "--trace-out", none]).stderr).toBe(
    "note: there is no trace, so none is written\n",
  );
  expect(existsSync(none)).toBe(false);
  writeFileSync(none, "mine");
  expect(runCli(["check", deadlock, "--trace-out", none]).stderr).toContain("--force writes over it");
  expect(readFileSync(none, "utf8")).toBe("mine");
  expect(runCli(["check", deadlock, "--trace-out", none, "--force"]).stderr).toBe("");
});

test("after the model is mended, its trace is no run any more", () => {
  const model = join(folder, "mended.seq");
  const file = join(folder, "old.json");
  runCli(["check", deadlock, "--trace-out", file]);
  const text = readFileSync(deadlock, "utf8");
  writeFileSync(model, text.replace(/(transition sleepReceiver[^{]*when )/, "$1!letter && "));
  const { code, stderr } = runCli(["replay", model, file]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /old\.json:\d+:\d+: error: step 6: `sleepReceiver` is not enabled in the state after step 5 \[trace\/not-a-run\]/,
  );
});

test("a run without a violation ends with 0", () => {
  const file = join(folder, "short.json");
  runCli(["simulate", deadlock, "-i"], `1\nsave ${file}\n`);
  const { code, stdout } = runCli(["replay", deadlock, file]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nreplayed {2}1 step, no violation at the end\n$/);
});

test("processes that are created at run time are made room for", () => {
  const model = join(folder, "many.pml");
  writeFileSync(
    model,
    "byte made; proctype P(byte n) { made++; if :: n < 12 -> run P(n + 1) :: else -> assert(made < 13) fi }\ninit { run P(0) }\n",
  );
  const file = join(folder, "many.json");
  expect(runCli(["check", model, "--trace-out", file]).code).toBe(1);
  expect(runCli(["replay", model, file])).toMatchObject({ code: 1, stderr: "" });
});

test("a trail of SPIN that is no run of the model is refused at the line where it leaves it", () => {
  const file = join(folder, "x.pml.trail");
  writeFileSync(file, "-4:-4:-4\n1:0:5\n2:1:3\n");
  const { code, stderr } = runCli(["replay", "examples/promela/mutex.pml", file]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /x\.pml\.trail:2:1: error: no run of the model goes on like the trail from here \[trace\/spin-trail\]/,
  );
});

test("a beginning of a run violates a formula only if every run does that begins like it", () => {
  const model = join(folder, "beginning.seq");
  writeFileSync(
    model,
    "var x: 0..3 = 0\ntransition t { x := (x + 1) % 4; }\nproperty low: ltl [] x < 2\nproperty late: ltl <> x == 3\n",
  );
  const file = join(folder, "beginning.json");
  runCli(["check", model, "--property", "low", "--trace-out", file]);
  expect(runCli(["replay", model, file])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("low: every run that begins like this one violates it") as string,
  });
  const other = JSON.parse(readFileSync(file, "utf8")) as { property: { name: string } };
  other.property.name = "late";
  writeFileSync(file, JSON.stringify(other));
  const { code, stdout } = runCli(["replay", model, file]);
  expect(code).toBe(0);
  expect(stdout).toContain("the file says that it should violate late, and it does not");
});
