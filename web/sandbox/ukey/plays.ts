// The plays of the demo page: what a person would press, state by state.
// SPDX-License-Identifier: Apache-2.0

import { Play, Step } from "../common/run-plays";

const find = { idle: [[{ click: "search" }]], found: [[{ click: "connect-0" }]] } as const;
const leave: readonly Step[] = [{ click: "disconnect", closing: true }];

const flow = (testid: string, end = `done-${testid}`): Play => ({
    ...find,
    connected: [[{ click: testid }]],
    [end]: [leave],
});

export const plays: Readonly<Record<string, Play>> = {
    features: flow("features"),
    pin: flow("pin"),
    "device-pin": flow("pin"),
    button: flow("button"),
    passphrase: flow("passphrase"),
    cancel: flow("pin", "cancelled"),
    // The wallet goes away by itself; it is found again, and answers.
    drop: {
        idle: [[{ click: "search" }]],
        found: [[{ click: "connect-0" }], [{ click: "connect-0" }]],
        lost: [[{ click: "search" }]],
        connected: [[{ click: "features" }], [{ click: "features" }]],
        "done-features": [[{ see: "status" }], leave],
    },
};
