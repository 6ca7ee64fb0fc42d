// Moves a sandbox page through the play that the server asked for, as a person would: one visible step after another.
// SPDX-License-Identifier: Apache-2.0

import { byTestId } from "./dom";
import { requestedPlay } from "./play";

/** One step of a play. Every step waits until its element is there and enabled. */
export type Step =
    | { readonly click: string; readonly closing?: true }
    | { readonly fill: string; readonly text: string }
    | { readonly see: string };

/**
 * A play: for each page (the body's data-page) what to do on the first visit, on the second, and so on.
 * A visit that is not listed is left to the person.
 */
export type Play = Readonly<Record<string, readonly (readonly Step[])[]>>;

const target = (step: Step): string => ("click" in step ? step.click : "fill" in step ? step.fill : step.see);

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How long a step waits for its element before the play is given up, in milliseconds. */
const patience = 20_000;

async function ready(testid: string): Promise<HTMLElement | undefined> {
    for (let waited = 0; waited < patience; waited += 25) {
        const element = byTestId(testid);
        if (element !== null && !element.hasAttribute("disabled")) {
            return element;
        }
        await pause(25);
    }
    return undefined;
}

async function perform(step: Step, pace: number): Promise<boolean> {
    const element = await ready(target(step));
    if (element === undefined) {
        console.error(`sandbox: the play waits for "${target(step)}", which is not on this page`);
        return false;
    }
    element.scrollIntoView({ block: "center" });
    element.classList.add("played");
    // What is only to be seen is held long enough for a person to read it.
    await pause("see" in step ? pace * 8 : pace);
    element.classList.remove("played");
    if ("click" in step) {
        element.click();
    } else if ("fill" in step) {
        (element as HTMLInputElement).value = step.text;
        element.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return true;
}

/**
 * Plays whatever the current page has to do, now and whenever the body's data-page changes.
 * How often a page was visited is kept for the view's session, since a play crosses origins and comes back.
 */
export function runPlays(plays: Readonly<Record<string, Play>>): void {
    const request = requestedPlay();
    const play = request === undefined ? undefined : plays[request.name];
    if (request === undefined || play === undefined) {
        return;
    }
    const key = (page: string): string => `sandbox-play/${request.name}/${page}`;
    let current = "";

    const visit = async (page: string): Promise<void> => {
        const visits = Number(sessionStorage.getItem(key(page)) ?? "0");
        const steps = play[page]?.[visits] ?? [];
        for (const [index, step] of steps.entries()) {
            if (request.stay && "click" in step && step.closing === true) {
                sessionStorage.setItem(key(page), String(visits + 1));
                return;
            }
            // Counted before the last step, which usually leaves the page; a reload before that plays the visit again.
            if (index === steps.length - 1) {
                sessionStorage.setItem(key(page), String(visits + 1));
            }
            if (document.body.dataset["page"] !== page || !(await perform(step, request.pace))) {
                return;
            }
        }
    };

    const look = (): void => {
        const page = document.body.dataset["page"] ?? "";
        if (page !== current) {
            current = page;
            void visit(page);
        }
    };
    new MutationObserver(look).observe(document.body, { attributes: true, attributeFilter: ["data-page"] });
    look();
}
