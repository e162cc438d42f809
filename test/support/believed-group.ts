/** For tests of engines: a group that no validator has checked, on models of which it need not be a symmetry group. */

import type { SymmetryGroup } from "../../src/symmetry/symmetry-group.ts";
import type { ValidatedGroup } from "../../src/symmetry/validator/validator.ts";

export function believed(group: SymmetryGroup): ValidatedGroup {
  const unchecked = { ...group, require: () => undefined, subgroup: () => undefined };
  return unchecked as unknown as ValidatedGroup;
}
