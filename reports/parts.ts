import type { DisplayedVerdict } from './displayed-verdict.ts'

/** Cell of a table. An id or a value is rendered as code. */
export interface Cell {
  readonly text: string
  readonly style: 'text' | 'code' | 'strong'
  /** Verdicts that a page draws next to the text, run by run. */
  readonly verdicts?: readonly (DisplayedVerdict | null)[]
}

/** Content of a comparison, in the order of every format. */
export interface Parts {
  /** The runs, or the attributes that they share. */
  readonly title: readonly string[]
  /** Sentences about the whole comparison. */
  readonly summary: readonly string[]
  readonly tables: readonly {
    readonly title: string
    readonly head: readonly string[]
    readonly rows: readonly (readonly Cell[])[]
  }[]
  readonly lists: readonly { readonly title: string; readonly ids: readonly string[] }[]
}
