/** A thread of a check that has grown large. */

import { serve } from "noether/browser";

serve();
