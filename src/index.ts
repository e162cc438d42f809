/** The public names of Noether. */

export {};
