// Kinds of elements, also of those in frames, whose classes are not this window's.
// SPDX-License-Identifier: Apache-2.0

export const isInput = (element: Element): element is HTMLInputElement => element.localName === "input";
export const isSelect = (element: Element): element is HTMLSelectElement => element.localName === "select";
export const isTextArea = (element: Element): element is HTMLTextAreaElement => element.localName === "textarea";
export const isFrame = (element: Element): element is HTMLIFrameElement => element.localName === "iframe";
export const isImage = (element: Element): element is HTMLImageElement => element.localName === "img";
export const isEditable = (element: Element): element is HTMLElement =>
    (element as Partial<HTMLElement>).isContentEditable === true;
