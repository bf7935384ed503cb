import { html, type Markup } from './markup.ts'

/** Long texts of a page, each kept once however many checks show it. */
export class TextPool {
  readonly #ids = new Map<string, string>()

  /** The id under which the page holds a text. */
  idOf(text: string): string {
    const id = this.#ids.get(text) ?? `text-${this.#ids.size}`
    this.#ids.set(text, id)
    return id
  }

  /** The texts for the end of the page; the script puts them where they are shown. */
  markup(): Markup {
    return html`${[...this.#ids].map(([text, id]) => html`<template id="${id}">${text}</template>\n`)}`
  }
}
