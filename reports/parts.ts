import type { Shown } from './shown.ts'

/** What stands in a cell of a table: an id or a value is set as code. */
export interface Cell {
  readonly text: string
  readonly as: 'text' | 'code' | 'strong'
  /** What a page draws beside the text: what came of it, run by run. */
  readonly drawn?: readonly (Shown | null)[]
}

/** What runs have to tell beside each other, in the order in which every format tells it. */
export interface Parts {
  /** The runs, or what they have in common. */
  readonly title: readonly string[]
  /** Sentences. */
  readonly summary: readonly string[]
  readonly tables: readonly {
    readonly title: string
    readonly head: readonly string[]
    readonly rows: readonly (readonly Cell[])[]
  }[]
  readonly lists: readonly { readonly title: string; readonly ids: readonly string[] }[]
}
