import type { Role } from '#kit/launch.ts'
import { type DocumentPart, type Profile, type Source, usualProfile } from '#kit/tables.ts'
import { document1 } from './document-1.ts'
import { document2 } from './document-2.ts'
import { document3 } from './document-3.ts'
import { rowKeys } from '../shared/documents/rows.ts'

/** Properties of a place that do not follow from its section. */
export type About = Partial<Pick<DocumentPart, 'program' | 'profile' | 'isOpen'>>

/** Content of a document other than the keys of its table rows. */
export interface Outline {
  readonly document: Source['document']
  /** The normative sentences by section and subject, in words of our own. */
  readonly sentences: Readonly<Record<string, Readonly<Record<string, About>>>>
  /** Owners of rows with the same key, by section and key, in the order of the document. */
  readonly sameKey: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Returns the program of a row or a sentence, unless it is specified elsewhere. */
  readonly program: (section: string, row: string) => Role
  /** Rows that contain only the text of the help. */
  readonly texts?: readonly string[]
}

const outlines: readonly Outline[] = [document1, document2, document3]

// All three documents end with these sections. The sections before them have separate tables.
const lastSections = [
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
]

/** Returns every table row and every normative sentence of the three documents, section by section in their order. */
export function outline(): DocumentPart[] {
  return outlines.flatMap(placesOf)
}

function placesOf(of: Outline): DocumentPart[] {
  const { document, sentences, sameKey, texts = [] } = of
  const rows = Object.entries(rowKeys(document)).flatMap(([section, keys]) =>
    [...new Set(keys)].flatMap((row) => {
      const place = { ...locationOf(of, section, row), ...(texts.includes(row) && { isText: true as const }) }
      const owners = sameKey[section]?.[row]
      return owners === undefined ? [place] : owners.map((owner) => ({ ...place, of: owner }))
    }),
  )
  const said = Object.entries(sentences).flatMap(([section, subjects]) =>
    Object.entries(subjects).map(([subject, about]) => ({
      ...locationOf(of, section, subject, about),
      isSentence: true as const,
    })),
  )
  const position = positions([...Object.keys(rowKeys(document)), ...Object.keys(sentences)])
  return [...rows, ...said]
    .toSorted((a, b) => position(a.section) - position(b.section))
    .map((place) => ({ ...place, document }))
}

function positions(sections: readonly string[]): (section: string) => number {
  const first = 'What the service does'
  const own = sections.filter((section) => section !== first && !lastSections.includes(section))
  const order = [first, ...own, ...lastSections]
  return (section) => order.indexOf(section)
}

function locationOf(
  { document, program: usual }: Outline,
  section: string,
  row: string,
  about: About = {},
): DocumentPart {
  const program = about.program ?? usual(section, row)
  const profile: Profile = about.profile ?? usualProfile({ document, section, rows: [row] }, program)
  return { document, section, row, program, profile, ...(about.isOpen && { isOpen: true }) }
}
