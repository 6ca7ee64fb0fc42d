// The insurer's document says on which page it stands, and nothing else.
// SPDX-License-Identifier: Apache-2.0

document.body.dataset["page"] = "document";

export {};
