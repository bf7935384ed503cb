import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import type { CheckEvent, RunEvent } from '../events.ts'
import { HarnessError } from '../errors.ts'
import { parseYaml } from '../yaml/parse.ts'
import { greenVerdicts } from '../verdict.ts'
import { isOlderForm, isSameInNewForm } from './fingerprint.ts'
import { type Filter, filterText, isSameFilter } from './filter.ts'
import { placeholder } from './schema.ts'

/** Updated text of a baseline, with the ids of the checks whose entries the update changed. */
export interface BaselineUpdate {
  readonly text: string
  readonly added: readonly string[]
  /** Checks that fail in another way than before, so that their reason must be reviewed. */
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  /** Entries whose checks have no conclusive verdict. Such entries stay unchanged. */
  readonly undecided: readonly string[]
  /** Checks with an unstable verdict, which a baseline cannot list. */
  readonly unstable: readonly string[]
  readonly keptCount: number
}

/** Options of an update of a baseline. */
export interface UpdateOptions {
  /** Name of the file in messages. */
  readonly file: string
  /** Last day of new entries. */
  readonly expires: string
  /** Filter of the run; the updated list is valid only for runs with this filter. */
  readonly filter?: Filter | undefined
  /** Path of the schema relative to the file, for editors. */
  readonly schema?: string | undefined
}

/**
 * Adapts a baseline to a run: removes entries of passing checks, adds new failures with a reason and an owner to be
 * filled in, and keeps everything else as it was written.
 * @param oldText the text of the file; empty for a new file
 */
export function updateBaseline(
  oldText: string,
  events: readonly RunEvent[],
  options: UpdateOptions,
): BaselineUpdate {
  const document = parseBaseline(oldText, options)
  validate(document, options)
  const failures = document.get('failures')
  if (!isSeq(failures))
    throw new HarnessError(
      'config-fault',
      `${options.file}: failures should be a list. Remove the file to begin anew.`,
    )
  const checks = new Map(
    events.flatMap((event) => (event.type === 'check' ? [[event.id, event] as const] : [])),
  )
  const [changed, removed, undecided]: string[][] = [[], [], []]
  const listedIds = new Set<string>()
  const isKept = (item: unknown): boolean => {
    if (!isMap(item)) return true
    const id = String(item.get('check'))
    const event = checks.get(id)
    listedIds.add(id)
    if (event !== undefined && isUndecided(event)) return undecided?.push(id) !== 0
    const fingerprint = event === undefined ? undefined : failureOf(event)
    if (fingerprint === undefined) {
      removed?.push(id)
      return false
    }
    const oldFingerprint = String(item.get('fingerprint'))
    if (oldFingerprint === fingerprint) return true
    if (isSameInNewForm(oldFingerprint, fingerprint)) item.set('fingerprint', fingerprint)
    else {
      changed?.push(id)
      markForReview(item, fingerprint)
    }
    return true
  }
  failures.items = failures.items.filter(isKept)
  failures.flow = false
  const addedChecks = [...checks.values()].filter(
    (event) => !listedIds.has(event.id) && failureOf(event) !== undefined,
  )
  for (const event of addedChecks) failures.add(entryOf(document, event, options.expires))
  return {
    text: document.toString({ lineWidth: 0 }),
    added: addedChecks.map(({ id }) => id),
    changed: changed ?? [],
    removed: removed ?? [],
    undecided: undecided ?? [],
    unstable: [...checks.values()].flatMap(({ id, verdict }) => (verdict === 'unstable' ? [id] : [])),
    keptCount: listedIds.size - (removed ?? []).length,
  }
}

/** Parses a baseline, whose placeholders may remain; creates an empty document for an empty text. */
function parseBaseline(before: string, { file, filter, schema }: UpdateOptions): Document {
  if (before.trim() === '') {
    const document = parseDocument('schemaVersion: 1\n')
    if (filter !== undefined) document.set('filter', document.createNode(filter))
    document.set('failures', document.createNode([]))
    if (schema !== undefined) document.commentBefore = ` yaml-language-server: $schema=${schema}`
    return document
  }
  return parseYaml(before, file).document
}

/** Rejects a run whose filter differs from that of the file, since the two select different rules. */
function validate(document: Document, { file, filter }: UpdateOptions): void {
  const baseline = document.toJS() as { readonly filter?: Filter } | null
  if (isSameFilter(baseline?.filter, filter)) return
  throw new HarnessError(
    'usage',
    `${file} is the baseline of ${filterText(baseline?.filter)}, and this is ${filterText(filter)}. Give another --baseline file for each filter.`,
  )
}

/**
 * Returns the fingerprint of a failure that a baseline must list. Failures excused by an entry of the dialect are not
 * listed.
 */
function failureOf({ verdict, known, fingerprint }: CheckEvent): string | undefined {
  if (verdict === 'known-failing') return known?.owner === undefined || known.passes ? undefined : fingerprint
  return greenVerdicts.has(verdict) ? undefined : fingerprint
}

function isUndecided({ verdict, fingerprint }: CheckEvent): boolean {
  return !greenVerdicts.has(verdict) && fingerprint === undefined
}

function entryOf(document: Document, event: CheckEvent, expires: string): YAMLMap {
  const entry = document.createNode({
    check: event.id,
    fingerprint: event.fingerprint,
    reason: `${placeholder} (why it fails, and why that is accepted)`,
    owner: `${placeholder} (who is responsible)`,
    expires,
  }) as YAMLMap
  entry.commentBefore = commentOf(event)
  return entry
}

/** Requires a new reason, because the reason of the earlier failure may not explain the new failure. */
function markForReview(item: YAMLMap, fingerprint: string): void {
  const reason = String(item.get('reason'))
  const staleReason = isOlderForm(String(item.get('fingerprint')))
    ? 'the fingerprint had an older form, which cannot show that this is the same failure'
    : 'the failure changed'
  item.set('fingerprint', fingerprint)
  if (!reason.startsWith(placeholder))
    item.set('reason', `${placeholder} (${staleReason}; the earlier reason was ${reason})`)
}

const maxCommentLength = 300

function commentOf({ verdict, refusedStart, programError, reason = '' }: CheckEvent): string {
  const [line = ''] = reason.split('\n')
  // Puts the program error first, so that a cut removes the text after it.
  const text =
    programError === undefined
      ? line
      : `${programError} (${line.replace(programError, '').replace(/[: ]+$/, '')})`
  // oxlint-disable-next-line no-control-regex -- the output of an implementation may contain anything.
  const printable = text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
  const failureKind = refusedStart === true ? 'refused to start' : verdict
  return ` ${failureKind}: ${printable.length <= maxCommentLength ? printable : `${printable.slice(0, maxCommentLength)}…`}`
}
