// The script that the host adds to the packaged demo page when a play is asked for.
// SPDX-License-Identifier: Apache-2.0

import { runPlays } from "../common/run-plays";
import { plays } from "./plays";

runPlays(plays);
