// The demo page: finds a wallet, connects, and runs one small flow a button.
// SPDX-License-Identifier: Apache-2.0
//
// A build of the vendor's own, with its SDK (`env: 'lowlevel'`), takes this page's place with `--assets DIR`; the plug-in is
// then the SDK's third argument, as `window.transomPlugin` is here for whoever tries it in the console.

import { button } from "../sandbox/common/controls";
import { h } from "../sandbox/common/dom";
import { CallbackBridge, NativeError, call, connectBridge } from "./bridge";
import { Device, DeviceFailure, Questions } from "./device";
import { LowLevelDevice, LowlevelTransportSharedPlugin, makePlugin } from "./plugin";

/** Asks through the host's own dialogs, which the page cannot see into. */
function nativeQuestions(bridge: CallbackBridge): Questions {
    const ask = async (name: string, data: unknown = {}): Promise<unknown> => {
        try {
            return await call(bridge, name, data);
        } catch (error) {
            if (error instanceof NativeError && error.code === "cancelled") {
                return undefined;
            }
            throw error;
        }
    };
    return {
        async pin() {
            const answer = await ask("requestPinInput");
            return typeof answer === "string" ? answer : undefined;
        },
        async confirm(message) {
            return (await ask("requestButtonConfirmation", { message })) === "ok";
        },
        async passphrase() {
            const answer = (await ask("requestPassphraseInput")) as { value?: unknown; passphraseOnDevice?: unknown } | undefined;
            return answer === undefined
                ? undefined
                : { value: String(answer.value ?? ""), onDevice: answer.passphraseOnDevice === true };
        },
        close() {
            bridge.callHandler("closeUIWindow", {});
        },
    };
}

class Page {
    private device: Device | undefined;
    /** The device_id that each connectId had, so that another wallet behind one is noticed. */
    private readonly deviceIds = new Map<string, string>();
    private readonly status = h("p", { class: "status", role: "status", "data-testid": "status" });
    private readonly found = h("div", { class: "actions" });
    private readonly facts = h("dl", { class: "facts", "data-testid": "facts" });
    private readonly flows: HTMLButtonElement[] = [];
    private readonly plugin: LowlevelTransportSharedPlugin;

    constructor(
        private readonly app: HTMLElement,
        private readonly bridge: CallbackBridge,
    ) {
        this.plugin = makePlugin(bridge, (lost) => this.lost(lost));
        this.plugin.init();
        Object.defineProperty(window, "transomPlugin", { value: this.plugin });
    }

    show(): void {
        this.app.replaceChildren(
            h(
                "main",
                {},
                h("h1", {}, "Hardware wallet"),
                h(
                    "section",
                    { class: "panel" },
                    button({ testid: "search", name: "Look for wallets", class: "action first" }, () => void this.search()),
                    this.found,
                ),
                h(
                    "section",
                    { class: "panel" },
                    h("h2", {}, "With the connected wallet"),
                    h(
                        "div",
                        { class: "actions" },
                        this.flow("features", "Read its features", (device) => this.features(device)),
                        this.flow("pin", "Show an address of the locked wallet", async (device) => {
                            await device.lock();
                            return `Address ${await device.getAddress()}`;
                        }),
                        this.flow("button", "Confirm on the wallet", async (device) => `Confirmed: ${await device.ping("hello", true)}`),
                        this.flow("passphrase", "Open a hidden wallet", async (device) => {
                            await device.usePassphrase(true);
                            try {
                                return `Address ${await device.getAddress()}`;
                            } finally {
                                await device.usePassphrase(false);
                            }
                        }),
                        this.flow("disconnect", "Disconnect", async (device) => {
                            this.setDevice(undefined);
                            await this.plugin.disconnect(device.connectId);
                            return "Disconnected";
                        }),
                    ),
                    this.facts,
                ),
                this.status,
            ),
        );
        this.setDevice(undefined);
        this.say("Look for a wallet to begin.", "idle");
    }

    private say(text: string, state: string): void {
        this.status.textContent = text;
        this.status.dataset["kind"] = state === "failed" || state === "lost" ? "bad" : "good";
        document.body.dataset["page"] = state;
    }

    private setDevice(device: Device | undefined): void {
        this.device = device;
        for (const flow of this.flows) {
            flow.toggleAttribute("disabled", device === undefined);
        }
    }

    private lost(error: NativeError): void {
        if (this.device !== undefined) {
            this.setDevice(undefined);
            this.say(`The wallet is gone: ${error.reason}`, "lost");
        }
    }

    private async search(): Promise<void> {
        this.found.replaceChildren();
        this.say("Looking…", "searching");
        try {
            const devices = await this.plugin.enumerate();
            this.found.replaceChildren(...devices.map((device, index) => this.choice(device, index)));
            this.say(devices.length === 0 ? "No wallet was found." : "Choose a wallet.", devices.length === 0 ? "failed" : "found");
        } catch (error) {
            this.failed(error);
        }
    }

    private choice(device: LowLevelDevice, index: number): HTMLButtonElement {
        return button({ testid: `connect-${index}`, name: `Connect ${device.name}`, class: "action" }, () =>
            void this.connect(device),
        );
    }

    private async connect({ id }: LowLevelDevice): Promise<void> {
        this.say("Connecting…", "connecting");
        try {
            await this.plugin.connect(id);
            const device = new Device(this.plugin, id, nativeQuestions(this.bridge));
            // Whoever answers at this id may be another wallet than last time.
            const { deviceId } = await device.getFeatures();
            const before = this.deviceIds.get(id);
            this.deviceIds.set(id, deviceId);
            this.setDevice(device);
            this.say(before === undefined || before === deviceId ? "Connected." : "Connected, to another wallet than before.", "connected");
        } catch (error) {
            this.failed(error);
        }
    }

    private flow(testid: string, name: string, run: (device: Device) => Promise<string>): HTMLButtonElement {
        const element = button({ testid, name, class: "action" }, () => {
            const device = this.device;
            if (device === undefined) {
                return;
            }
            this.say("Waiting for the wallet…", "busy");
            run(device).then(
                (result) => this.say(result, `done-${testid}`),
                (error) => this.failed(error),
            );
        });
        this.flows.push(element);
        return element;
    }

    private async features(device: Device): Promise<string> {
        const { label, model, version, deviceId, isUnlocked } = await device.getFeatures();
        const facts = { Label: label, Model: model, Firmware: version, Device: deviceId, State: isUnlocked ? "unlocked" : "locked" };
        this.facts.replaceChildren(
            ...Object.entries(facts).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
        );
        return `This is ${label}.`;
    }

    private failed(error: unknown): void {
        const isCancelled = error instanceof DeviceFailure && error.code === 4;
        this.say(error instanceof Error ? error.message : String(error), isCancelled ? "cancelled" : "failed");
    }
}

const app = document.getElementById("app");
if (app !== null) {
    app.textContent = "Waiting for the host…";
    void connectBridge().then((bridge) => new Page(app, bridge).show());
}
