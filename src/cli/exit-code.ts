/** The exit codes of the command line. */
export const exitCode = { holds: 0, violated: 1, wrong: 2, undecided: 3, internal: 4 } as const;
