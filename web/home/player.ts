// The script that the sandbox server adds to the home page when a play is asked for.
// SPDX-License-Identifier: Apache-2.0

import { runPlays } from "../sandbox/common/run-plays";

runPlays({
    // A visit ends when a sheet opens, and the next begins with its answer.
    sheets: { home: [[{ click: "card-volley" }], [{ click: "card-xcover" }]] },
});
