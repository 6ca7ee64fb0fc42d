// Posts one envelope of the host to the page, in the form that the page's own window.postMessage listener expects.
// SPDX-License-Identifier: Apache-2.0
//
// The host calls this with callAsyncJavaScript and passes the envelope and the origin that it has verified as arguments;
// nothing is ever pasted into script text. The port tells forwarder.ts that the page did not say this.

declare const envelope: unknown;
declare const targetOrigin: string;

window.postMessage(envelope, targetOrigin, [new MessageChannel().port2]);

export {};
