// SPDX-License-Identifier: BSD-3-Clause
// Elements from data. Texts become text nodes and nothing else: a name cannot become markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

const LONGEST = 2000;

/** A text as it may be shown: what turns or hides letters is written out, what is endless is cut. */
export function plain(text: string): string {
  const cut =
    text.length > LONGEST ? `${text.slice(0, LONGEST)} … (${text.length - LONGEST} more characters omitted)` : text;
  // eslint-disable-next-line no-control-regex
  return cut.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name, value as EventListener);
    } else if (value !== null && value !== undefined && value !== false) {
      // a path is made of numbers and may be long
      element.setAttribute(name, value === true ? '' : name === 'd' ? String(value) : plain(String(value)));
    }
  }
  for (const child of children) {
    if (child) {
      element.append(typeof child === 'string' ? plain(child) : child);
    }
  }
}

/** An element of HTML; an attribute that is a function listens to the event of its name. */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An element of SVG. */
export function s<T extends keyof SVGElementTagNameMap>(
  tag: T,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[T] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, attributes, children);
  return element;
}

/** Do something whenever the width of an element changes, and now. */
export function onWidth(element: HTMLElement, draw: (width: number) => void): void {
  let last = 0;
  const look = (): void => {
    const width = Math.floor(element.clientWidth);
    if (width > 0 && width !== last) {
      last = width;
      draw(width);
    }
  };
  new ResizeObserver(look).observe(element);
}
