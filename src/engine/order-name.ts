/** The names of the orders of levels (`orders.ts`), for commands that need no more of them. */
export const orderNames = [
  "given",
  "force",
  "cuthill-mckee",
  "sloan",
  "greedy",
  "force-sloan",
  "force-greedy",
  "units",
] as const;

export type OrderName = (typeof orderNames)[number];
