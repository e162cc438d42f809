/** Thrown after a problem of the text was reported, where there is no way to go on; caught where the text came in. */
export class Refused extends Error {}
