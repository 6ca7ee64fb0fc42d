// Amounts are whole rupees, shown the Indian way.
// SPDX-License-Identifier: Apache-2.0

const format = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });

/** `₹1,00,000` for 100000. */
export const rupees = (amount: number): string => `₹${format.format(amount)}`;
