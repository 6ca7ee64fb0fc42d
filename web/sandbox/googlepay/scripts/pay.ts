// A stand-in for the vendor's script: the same names, the same tests of the browser, the same window.
// SPDX-License-Identifier: Apache-2.0

import { button } from "../../common/controls";
import { h } from "../../common/dom";
import { payOrigin } from "../origins";
import { AuthorizationResult, IntermediateData, PaymentData, PaymentRequestData, ReadyRequest, RequestUpdate } from "../payments";
import { openActivity, Questions } from "../popup-activity";
import { browserIsReady, requestIsReady } from "../readiness";

interface ClientOptions {
    readonly environment?: "TEST" | "PRODUCTION";
    readonly merchantInfo?: { readonly merchantId?: string; readonly merchantName?: string };
    readonly paymentDataCallbacks?: {
        readonly onPaymentDataChanged?: (data: IntermediateData) => Promise<RequestUpdate> | RequestUpdate;
        readonly onPaymentAuthorized?: (data: PaymentData) => Promise<AuthorizationResult> | AuthorizationResult;
    };
}

interface ButtonOptions {
    readonly onClick: () => void;
}

/** Errors that a merchant is told as they are; every other one is a cancelled payment to it. */
const told = ["CANCELED", "DEVELOPER_ERROR", "MERCHANT_ACCOUNT_ERROR"];

const failure = (statusCode: string, statusMessage: string) => ({ statusCode, statusMessage });

/** The hidden frame in which the vendor looks whether the customer has a card. */
function payframe(merchant: string): HTMLIFrameElement {
    const address = new URL("/gp/p/ui/payframe", payOrigin);
    address.search = new URLSearchParams({ origin: location.origin, mid: merchant }).toString();
    const frame = h("iframe", { src: address.href, title: "Payment check", "aria-hidden": "true", tabindex: "-1" });
    Object.assign(frame.style, { position: "absolute", width: "0", height: "0", border: "0", visibility: "hidden" });
    document.body.append(frame);
    return frame;
}

class PaymentsClient {
    private readonly merchant: string;
    private readonly frame: HTMLIFrameElement;
    private readonly isLoaded: Promise<void>;

    constructor(private readonly options: ClientOptions = {}) {
        this.merchant = options.merchantInfo?.merchantId ?? "";
        this.frame = payframe(this.merchant);
        this.isLoaded = new Promise((resolve) => this.frame.addEventListener("load", () => resolve()));
    }

    /** Whether a button is to be shown, and, where it is asked for, whether the customer has a card. */
    async isReadyToPay(request: ReadyRequest): Promise<{ result: boolean; paymentMethodPresent?: boolean }> {
        this.requireSecureContext();
        const result = browserIsReady(navigator.userAgent) && requestIsReady(request);
        if (request.existingPaymentMethodRequired !== true) {
            return { result };
        }
        return { result, paymentMethodPresent: result && (await this.cardIsPresent()) };
    }

    createButton(options: ButtonOptions): HTMLElement {
        const element = button({ testid: "gpay-button", name: "Pay with Google Pay" }, options.onClick);
        Object.assign(element.style, {
            width: "100%",
            minHeight: "56px",
            border: "0",
            borderRadius: "14px",
            background: "#101014",
            color: "#ffffff",
            font: "600 18px/1.2 sans-serif",
            textAlign: "center",
            cursor: "pointer",
        });
        return h("div", {}, element);
    }

    prefetchPaymentData(_: PaymentRequestData): void {
        // The stand-in keeps nothing at hand.
    }

    /** Opens the window and resolves with the payment data, or rejects with what the merchant is told instead. */
    async loadPaymentData(request: PaymentRequestData): Promise<PaymentData> {
        this.requireSecureContext();
        if (request.transactionInfo === undefined || !requestIsReady(request)) {
            throw failure("DEVELOPER_ERROR", "transactionInfo or allowedPaymentMethods is missing");
        }
        const address = new URL("/gp/p/loading", payOrigin);
        address.search = new URLSearchParams({ hl: "en", origin: location.origin }).toString();
        const asked = { ...request, merchantInfo: { ...this.options.merchantInfo, ...request.merchantInfo } };
        const outcome = await openActivity(address.href, asked, this.questions());
        switch (outcome.code) {
            case "ok":
                return outcome.data as PaymentData;
            case "failed": {
                const error = outcome.data as { statusCode?: string; statusMessage?: string } | null;
                const code = error?.statusCode ?? "CANCELED";
                throw failure(told.includes(code) ? code : "CANCELED", error?.statusMessage ?? "");
            }
            default:
                throw failure("CANCELED", "");
        }
    }

    private questions(): Questions {
        const { onPaymentDataChanged, onPaymentAuthorized } = this.options.paymentDataCallbacks ?? {};
        return {
            ...(onPaymentDataChanged && {
                partialPaymentDataCallback: (data) => onPaymentDataChanged(data as IntermediateData),
            }),
            ...(onPaymentAuthorized && {
                fullPaymentDataCallback: (data) => onPaymentAuthorized(data as PaymentData),
            }),
        };
    }

    private requireSecureContext(): void {
        if (!window.isSecureContext) {
            throw failure("DEVELOPER_ERROR", "Google Pay APIs should be called in a secure context");
        }
    }

    private async cardIsPresent(): Promise<boolean> {
        await this.isLoaded;
        const { port1, port2 } = new MessageChannel();
        const reply = new Promise<boolean>((resolve) => {
            port1.onmessage = (event) => resolve(event.data === true);
            setTimeout(() => resolve(false), 2000);
        });
        this.frame.contentWindow?.postMessage("card-is-present", payOrigin, [port2]);
        return reply;
    }
}

Object.assign(window, { google: { payments: { api: { PaymentsClient } } } });
