/** Thrown where reading cannot go on, after a diagnostic was reported. */
export class Refused extends Error {}
