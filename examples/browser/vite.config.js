/** A worker that loads parts of its program later must be a module. */
export default { worker: { format: "es" } };
