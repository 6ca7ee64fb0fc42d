// The page says by its colour that it was touched, so that a picture of the screen shows it.
// SPDX-License-Identifier: Apache-2.0
document.querySelector("button").addEventListener("click", () => document.documentElement.classList.add("touched"));
