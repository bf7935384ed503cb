import { HarnessError } from '../errors.ts'
import { nearest } from '../nearest.ts'

/** Values of the placeholders of a target file in one start: absolute paths. */
export interface PlaceholderValues {
  /** Folder of all files of the run: credentials, sockets, the folders of its programs. */
  readonly work: string
  /** Folder of this start, in which the program runs. */
  readonly folder: string
  /** File of the program's flags; left out if the flags are not in a file. */
  readonly flags?: string
}

const names = ['work', 'folder', 'flags']
// Braces of a shell, a template or JSON are not placeholders.
const placeholderPattern = /(?<![${])\{([a-z]+)\}(?!\})/g

/** Returns a text of a target file with every placeholder filled. */
export function fillPlaceholders(text: string, places: PlaceholderValues): string {
  return text.replace(placeholderPattern, (whole, name: string) =>
    name === 'work' || name === 'folder' || name === 'flags' ? (places[name] ?? whole) : whole,
  )
}

/**
 * Checks texts for mistyped placeholders.
 * @param where the place of the texts in the target file, for people
 * @throws HarnessError `config-fault` that names the nearest placeholder
 */
export function verifyPlaceholders(texts: readonly string[], where: string, hasFlagsFile: boolean): void {
  for (const [whole, name = ''] of texts.flatMap((text) => [...text.matchAll(placeholderPattern)])) {
    if (name === 'flags' && !hasFlagsFile)
      throw new HarnessError(
        'config-fault',
        `${where} says {flags}, and its flags are no file: set flags.as to file.`,
      )
    const suggestion = names.includes(name) ? undefined : nearest(name, names)
    if (suggestion !== undefined)
      throw new HarnessError(
        'config-fault',
        `${where} says ${whole}, which is no placeholder. Did you mean {${suggestion}}?`,
      )
  }
}
