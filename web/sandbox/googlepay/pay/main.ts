// The payment page: connects to the window's opener, shows the sheet in a frame of another origin, and gives the result.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../../common/controls";
import { h } from "../../common/dom";
import { activity, send } from "../activities";
import { payOrigin, sheetAddress, sheetOrigin } from "../origins";
import { AuthorizationResult, PaymentData, PaymentRequestData, RequestUpdate } from "../payments";
import { customer } from "../session";
import { isFromSheet, ToSheet } from "../sheet-messages";

/** How long the opener has to start the activity, in milliseconds. */
const startLimit = 5000;

/** The merchant account that the sandbox refuses. */
const suspended = "SANDBOX-SUSPENDED";

class PaymentPage {
    /** The opener's origin, pinned by the message that started the activity. */
    private openerOrigin = "";
    private request: PaymentRequestData | undefined;
    private frame: HTMLIFrameElement | undefined;
    private authorized: PaymentData | undefined;
    private hasResult = false;

    constructor(
        private readonly app: HTMLElement,
        private readonly opener: Window,
    ) {}

    begin(): void {
        this.show("connecting", h("p", { role: "status", class: "middle" }, "One moment…"));
        const limit = setTimeout(() => this.refuse("The shop does not answer."), startLimit);
        window.addEventListener("message", (event) => {
            if (event.source === this.opener) {
                this.heardFromOpener(event, limit);
            } else if (event.origin === sheetOrigin && event.source === this.frame?.contentWindow) {
                this.heardFromSheet(event.data);
            }
        });
        window.addEventListener("beforeunload", () => this.tellOpener("check", {}));
        // The opener's origin is not known yet, so this says nothing but that the window is there.
        send(this.opener, "*", "connect", { acceptsChannel: false });
    }

    private heardFromOpener(event: MessageEvent, limit: number): void {
        const message = activity(event.data);
        if (message === undefined || (this.openerOrigin !== "" && event.origin !== this.openerOrigin)) {
            return;
        }
        if (message.cmd === "start" && this.request === undefined) {
            clearTimeout(limit);
            this.openerOrigin = event.origin;
            this.request = message.payload as unknown as PaymentRequestData;
            this.showSheet();
        } else if (message.cmd === "close") {
            window.close();
        } else if (message.cmd === "msg" && message.payload["type"] === "paymentDataCallbackResponse") {
            this.tellSheet({ page: "update", update: (message.payload["data"] ?? {}) as RequestUpdate });
        } else if (message.cmd === "msg" && message.payload["type"] === "paymentAuthorizationResponse") {
            this.answered(message.payload["data"] as Partial<AuthorizationResult> | undefined);
        }
    }

    private heardFromSheet(data: unknown): void {
        if (!isFromSheet(data) || this.request === undefined) {
            return;
        }
        switch (data.sheet) {
            case "ready":
                this.tellSheet({ page: "show", request: this.request, email: customer() ?? "nobody@example.com" });
                break;
            case "option":
                this.tellOpener("msg", {
                    type: "partialPaymentDataCallback",
                    data: { callbackTrigger: "SHIPPING_OPTION", shippingOptionData: { id: data.id } },
                });
                break;
            case "authorize":
                this.authorized = data.data;
                if (this.request.callbackIntents?.includes("PAYMENT_AUTHORIZATION") === true) {
                    this.tellOpener("msg", { type: "fullPaymentDataCallback", data: data.data });
                } else {
                    this.finish("ok", data.data);
                }
                break;
            case "cancel":
                this.finish("canceled", null);
                break;
            case "leave":
                window.close();
        }
    }

    /** The merchant said what became of an authorization. */
    private answered(result: Partial<AuthorizationResult> | undefined): void {
        if (this.authorized === undefined) {
            return;
        }
        if (result?.transactionState === "SUCCESS") {
            this.finish("ok", this.authorized);
        } else {
            const error = result?.error ?? { reason: "OTHER_ERROR", message: "The shop did not take the payment." };
            this.tellSheet({ page: "declined", error });
        }
    }

    private showSheet(): void {
        if (this.request?.merchantInfo?.merchantId === suspended) {
            this.showError();
            return;
        }
        const address = new URL(sheetAddress);
        address.search = new URLSearchParams({ host: payOrigin }).toString();
        this.frame = h("iframe", { src: address.href, title: "Payment sheet", class: "sheet" });
        this.show("pay", this.frame);
    }

    /** The vendor refuses the merchant; the customer reads it and leaves. */
    private showError(): void {
        const error = { statusCode: "MERCHANT_ACCOUNT_ERROR", statusMessage: "The merchant's account is suspended" };
        this.show(
            "pay-error",
            h(
                "main",
                { class: "middle" },
                h("h1", {}, "This shop cannot take payments"),
                h("p", { role: "alert" }, "Its account is suspended. No payment was made."),
                button({ testid: "error-close", name: "Back to the shop", class: "primary" }, () =>
                    this.finish("failed", error),
                ),
            ),
        );
    }

    /** The window waits for the opener's word before it closes. */
    private finish(code: "ok" | "canceled" | "failed", data: unknown): void {
        if (!this.hasResult) {
            this.hasResult = true;
            this.tellOpener("result", { code, data });
        }
    }

    private tellOpener(cmd: "msg" | "result" | "check", payload: unknown): void {
        if (this.openerOrigin !== "") {
            send(this.opener, this.openerOrigin, cmd, payload);
        }
    }

    private tellSheet(message: ToSheet): void {
        this.frame?.contentWindow?.postMessage(message, sheetOrigin);
    }

    private show(page: string, view: HTMLElement): void {
        this.app.replaceChildren(view);
        document.body.dataset["page"] = page;
    }

    /** There is nobody to give a result to. */
    refuse(reason: string): void {
        this.show("pay-refused", h("main", { class: "middle" }, h("h1", {}, "No payment"), h("p", { role: "alert" }, reason)));
    }
}

const app = document.getElementById("app");
if (app !== null) {
    const opener = window.opener as Window | null;
    const page = new PaymentPage(app, opener ?? window);
    if (opener === null) {
        page.refuse("This page must be opened by a shop.");
    } else {
        page.begin();
    }
}
