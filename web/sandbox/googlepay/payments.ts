// The parts of the vendor's requests and answers that the sandbox has a use for.
// SPDX-License-Identifier: Apache-2.0

export interface DisplayItem {
    readonly label: string;
    readonly type: "LINE_ITEM" | "SUBTOTAL";
    readonly price: string;
}

export interface TransactionInfo {
    readonly currencyCode: string;
    readonly countryCode?: string;
    readonly totalPriceStatus: "FINAL" | "ESTIMATED";
    readonly totalPrice: string;
    readonly displayItems?: readonly DisplayItem[];
}

export interface ShippingOption {
    readonly id: string;
    readonly label: string;
    readonly description: string;
}

export interface PaymentMethod {
    readonly type: string;
    readonly parameters?: {
        readonly allowedAuthMethods?: readonly string[];
        readonly allowedCardNetworks?: readonly string[];
    };
}

export interface ReadyRequest {
    readonly allowedPaymentMethods?: readonly PaymentMethod[];
    readonly existingPaymentMethodRequired?: boolean;
}

export interface PaymentRequestData extends ReadyRequest {
    readonly transactionInfo?: TransactionInfo;
    readonly merchantInfo?: { readonly merchantId?: string; readonly merchantName?: string };
    readonly callbackIntents?: readonly string[];
    readonly shippingOptionParameters?: {
        readonly defaultSelectedOptionId?: string;
        readonly shippingOptions: readonly ShippingOption[];
    };
}

/** What the vendor's window sends when the customer changes something. */
export interface IntermediateData {
    readonly callbackTrigger: string;
    readonly shippingOptionData?: { readonly id: string };
}

/** What the merchant answers to a change. */
export interface RequestUpdate {
    readonly newTransactionInfo?: TransactionInfo;
    readonly error?: StatusError;
}

/** What the merchant answers to an authorization. */
export interface AuthorizationResult {
    readonly transactionState: "SUCCESS" | "ERROR";
    readonly error?: StatusError;
}

export interface StatusError {
    readonly reason: string;
    readonly message: string;
    readonly intent?: string;
}

export interface PaymentData {
    readonly apiVersion: number;
    readonly apiVersionMinor: number;
    readonly email: string;
    readonly paymentMethodData: {
        readonly type: "CARD";
        readonly description: string;
        readonly info: { readonly cardNetwork: string; readonly cardDetails: string };
        readonly tokenizationData: { readonly type: "PAYMENT_GATEWAY"; readonly token: string };
    };
}

/** A price as the customer reads it: `NZ$ 42.50`. */
export const price = (amount: string, currency: string): string =>
    `${currency === "NZD" ? "NZ$" : currency} ${Number(amount).toFixed(2)}`;
