// The script that moves the demo page through a play of the sandbox.
// SPDX-License-Identifier: Apache-2.0

import { runPlays } from "../sandbox/common/run-plays";
import { plays } from "./plays";

runPlays(plays);
