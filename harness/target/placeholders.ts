import { HarnessError } from '../errors.ts'
import { nearest } from '../nearest.ts'

/** What the placeholders of a target file stand for in one start: absolute paths. */
export interface Places {
  /** The folder of all files of the run: credentials, sockets, the folders of its programs. */
  readonly work: string
  /** That of this start, in which the program runs. */
  readonly folder: string
  /** The file of its flags; absent where they are no file. */
  readonly flags?: string
}

const names = ['work', 'folder', 'flags']
// What a shell, a template or JSON means by braces is its own affair.
const placeholder = /(?<![${])\{([a-z]+)\}(?!\})/g

/** A text of a target file with every placeholder filled. */
export function filled(text: string, places: Places): string {
  return text.replace(placeholder, (whole, name: string) =>
    name === 'work' || name === 'folder' || name === 'flags' ? (places[name] ?? whole) : whole,
  )
}

/**
 * Looks for mistyped placeholders.
 * @param where the place of the texts in the target file, for people
 * @throws HarnessError `config-fault` that names the nearest one
 */
export function verifyPlaceholders(texts: readonly string[], where: string, hasFlagsFile: boolean): void {
  for (const [whole, name = ''] of texts.flatMap((text) => [...text.matchAll(placeholder)])) {
    if (name === 'flags' && !hasFlagsFile)
      throw new HarnessError(
        'config-fault',
        `${where} says {flags}, and its flags are no file: set flags.as to file.`,
      )
    const near = names.includes(name) ? undefined : nearest(name, names)
    if (near !== undefined)
      throw new HarnessError(
        'config-fault',
        `${where} says ${whole}, which is no placeholder. Did you mean {${near}}?`,
      )
  }
}
