import type { Assertion, Observation, TimelineEntry } from '../events.ts'
import { startsAt, type Leaf, offsetIn } from './place.ts'

/** Records of a check from which the values that it compared can be derived. */
export interface Records {
  /** Entries of `timeline.json`, oldest first. */
  readonly timeline: readonly TimelineEntry[]
  /** Results of starts and outputs of programs, by the name of their file. */
  readonly texts: ReadonlyMap<string, string>
}

export type { Leaf }

/** Name of the file with the result of a start. */
export const startFile = 'start.json'

/** Name of the file with the output of a program. */
export const outputFile = 'output.txt'

/** Reports whether a file of the evidence is searched for compared values. */
export function isSearched(name: string): boolean {
  return name.endsWith(startFile) || name.endsWith(outputFile)
}

/**
 * Returns the strings and numbers of a compared value that the result of a comparison depends on. A boolean is returned
 * with its name.
 * @returns `undefined` if the result also depends on values that no record contains, such as an unnamed boolean
 */
export function leavesOf(compared: Assertion | Observation): readonly Leaf[] | undefined {
  const leaves = 'matcher' in compared ? leavesOfAssertion(compared) : allLeaves(compared.value)
  return leaves === undefined || leaves.length === 0 || leaves.length > maxLeaves ? undefined : leaves
}

function leavesOfAssertion({ matcher, expected, actual }: Assertion): readonly Leaf[] | undefined {
  // Any part of a value shows that the value is defined.
  if (matcher === 'toBeDefined') return firstTextLeaf(actual)
  if (matcher === 'toContain' && typeof expected === 'string') return [expected]
  return allLeaves(matcher.endsWith('toMatchObject') ? comparedPartOf(actual, expected) : actual)
}

function firstTextLeaf(value: unknown): readonly Leaf[] | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : [value]
  if (typeof value !== 'object' || value === null) return undefined
  for (const member of Object.values(value)) {
    const leaves = firstTextLeaf(member)
    if (leaves !== undefined) return leaves
  }
  return undefined
}

// Maximum number of leaves whose origins are recorded; few checks compare larger values.
const maxLeaves = 40

function allLeaves(value: unknown): readonly Leaf[] | undefined {
  const leaves: Leaf[] = []
  return collectLeaves(value, leaves) ? leaves : undefined
}

function collectLeaves(value: unknown, leaves: Leaf[], name?: string): boolean {
  if (typeof value === 'boolean') {
    if (name === undefined) return false
    leaves.push({ name, value })
    return true
  }
  if (typeof value === 'string' || typeof value === 'number') {
    if (value !== '') leaves.push(value)
    return true
  }
  if (Array.isArray(value)) return value.every((member) => collectLeaves(member, leaves))
  return Object.entries(value ?? {}).every(([key, member]) => collectLeaves(member, leaves, key))
}

/** Returns the part of an object that a partial comparison compares. */
function comparedPartOf(actual: unknown, expected: unknown): unknown {
  if (typeof expected !== 'object' || expected === null) return actual
  if (typeof actual !== 'object' || actual === null) return actual
  const members = Object.entries(expected).map(([name, inner]) => [
    name,
    comparedPartOf((actual as Readonly<Record<string, unknown>>)[name], inner),
  ])
  return Object.fromEntries(members)
}

/**
 * Returns the records that contain the compared values of a comparison: one for each, as `timeline 3
 * /data/response/status` or `output.txt 120`, with the offset.
 * @returns `undefined` if a value is in no record
 */
export function originsOf(
  comparison: Assertion | Observation,
  records: SearchableRecords,
): readonly string[] | undefined {
  const leaves = leavesOf(comparison)
  if (leaves === undefined) return undefined
  const origins: string[] = []
  for (const leaf of leaves) {
    const origin = records.originOf(leaf)
    if (origin === undefined) return undefined
    origins.push(origin)
  }
  return origins
}

/** Reports whether a record still contains a compared value. */
export function isInRecord(leaf: Leaf, origin: string, { timeline, texts }: Records): boolean {
  const [kind = '', index, path = ''] = origin.split(' ')
  if (kind !== 'timeline') {
    const text = texts.get(kind) ?? ''
    return index === undefined ? containsLeaf(text, leaf) : startsAt(text, leaf, Number(index))
  }
  let value: unknown = timeline[Number(index)]
  for (const name of path.split('/').slice(1))
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name.replaceAll('~1', '/')]
  return isIn(value, leaf) || (path === statusPath && isMeaningOf(leaf, value))
}

const statusPath = '/data/response/status'

// Words of checks for the status of a response, such as `isUnauthenticated` and `decisionOf` of the suites.
const meanings: ReadonlyMap<unknown, (status: number) => boolean> = new Map([
  ['turned away', (status) => status >= 400 && status < 500],
  ['nobody', (status) => status >= 400 && status < 500],
  ['allowed', (status) => status < 400 || status === 405],
  ['refused', (status) => status >= 400 && status !== 405],
])

function isMeaningOf(leaf: Leaf, status: unknown): boolean {
  return typeof status === 'number' && meanings.get(leaf)?.(status) === true
}

// Minimum value of a number that is searched for; smaller numbers occur everywhere.
const smallestNumber = 10

/** Reports whether a value is or contains a leaf. A named boolean must be a direct member. */
function isIn(value: unknown, leaf: Leaf): boolean {
  if (typeof leaf === 'object' && typeof value === 'object' && value !== null)
    return (value as Readonly<Record<string, unknown>>)[leaf.name] === leaf.value
  return containsLeaf(value, leaf)
}

function containsLeaf(value: unknown, leaf: Leaf): boolean {
  if (value === leaf) return typeof leaf === 'string' || Number(leaf) >= smallestNumber
  if (typeof value !== 'string') return false
  const isExit =
    typeof leaf === 'number' && (value === `exit code ${leaf}` || value.endsWith(`"exitCode":${leaf}}`))
  return isExit || offsetIn(value, leaf) !== undefined
}

/** Records of a check, prepared for many searches. */
export class SearchableRecords {
  readonly #records: Records
  readonly #entries: readonly {
    readonly index: number
    readonly entry: TimelineEntry
    readonly text: string
  }[]
  readonly #originCache = new Map<string, string | undefined>()
  readonly #subjects: readonly string[]

  /** @param texts the entries of the timeline as JSON */
  constructor(records: Records, texts: readonly string[], check: string) {
    this.#records = records
    this.#subjects = (check.split('/')[0] ?? '').split('.').filter(({ length }) => length > shortestSubject)
    // Requests of the check itself come first, beginning with the latest.
    const rankOf = ({ kind, check: by }: TimelineEntry): number =>
      kind === 'request' && by === check ? 0 : kind === 'exit' ? 1 : kind === 'asked' ? 2 : 3
    this.#entries = records.timeline
      .map((entry, index) => ({ index, entry, text: texts[index] ?? '' }))
      .filter(({ entry }) => entry.kind !== 'start')
      .sort((a, b) => rankOf(a.entry) - rankOf(b.entry) || b.index - a.index)
  }

  originOf(leaf: Leaf): string | undefined {
    const key = JSON.stringify(leaf)
    if (!this.#originCache.has(key)) this.#originCache.set(key, this.#search(leaf))
    return this.#originCache.get(key)
  }

  #search(leaf: Leaf): string | undefined {
    return this.#inStart(leaf) ?? this.#inTimeline(leaf) ?? this.#inOutput(leaf)
  }

  #inStart(leaf: Leaf): string | undefined {
    return [...this.#records.texts].find(
      ([name, text]) => name.endsWith(startFile) && containsLeaf(text, leaf),
    )?.[0]
  }

  #inOutput(leaf: Leaf): string | undefined {
    for (const [name, text] of this.#records.texts) {
      const offset = name.endsWith(outputFile) ? offsetIn(text, leaf, this.#subjects) : undefined
      if (offset !== undefined) return `${name} ${offset}`
    }
    return undefined
  }

  #inTimeline(leaf: Leaf): string | undefined {
    const meaning = meanings.get(leaf)
    // The longest part that is the same in JSON: a search for it excludes most entries.
    const parts = (typeof leaf === 'object' ? leaf.name : String(leaf)).match(/[\w.: -]+/g) ?? []
    const longestPart = parts.reduce((a, b) => (b.length > a.length ? b : a), '')
    for (const { index, entry, text } of this.#entries) {
      const status = statusOf(entry)
      if (status === leaf || (meaning !== undefined && isMeaningOf(leaf, status)))
        return `timeline ${index} ${statusPath}`
      if (!text.includes(longestPart)) continue
      const path = pathTo(entry, leaf)
      if (path !== undefined) return `timeline ${index} ${path}`
    }
    return undefined
  }
}

function statusOf({ data }: TimelineEntry): unknown {
  return (data as { readonly response?: { readonly status?: unknown } } | undefined)?.response?.status
}

/** Returns the path of the member of an entry that contains a value. */
function pathTo(value: unknown, leaf: Leaf): string | undefined {
  if (isIn(value, leaf)) return ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (unsearchedMembers.has(name)) continue
    const path = pathTo(member, leaf)
    if (path !== undefined && !/[ ~]/.test(name)) return `/${name.replaceAll('/', '~1')}${path}`
  }
  return undefined
}

// Minimum length of a part of an id that names a subject; `flag` does not.
const shortestSubject = 4

const unsearchedMembers: ReadonlySet<string> = new Set(['untilMs', 'check'])
