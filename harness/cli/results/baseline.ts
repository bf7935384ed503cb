import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { filterOf } from '../../baseline/filter.ts'
import { placeholder } from '../../baseline/schema.ts'
import type { BaselineUpdate } from '../../baseline/update.ts'
import { toEnvironmentFault } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import type { FooterEvent, RunEvent } from '../../events.ts'
import type { HeaderEvent } from '../../header.ts'
import { readInput } from '../../input/read.ts'
import { exitCodes, type ExitCode } from '../line/exit-codes.ts'
import type { Product } from '../../run/product.ts'

/** Command-line options of `baseline update`. */
export interface BaselineOptions {
  /** File to write. */
  readonly baseline: string
  /** Last day of new entries. */
  readonly expires?: string
}

// Default number of days until a new entry expires: long enough for a fix, and short enough for regular reviews.
const defaultDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** Adapts a list of known failures to a finished run, and prints the changes. */
export async function baselineUpdateCommand(
  runDirectory: string,
  options: BaselineOptions,
  product: Product,
): Promise<ExitCode> {
  const events = await (await product.reports()).read(resolve(runDirectory))
  const { selection } = rejectPartialRun(events, runDirectory)
  const file = options.baseline
  const oldBaseline = existsSync(file) ? readInput(file, 'baseline', `--baseline ${file}`) : ''
  const { updateBaseline } = await import('../../baseline/update.ts')
  const expires = options.expires ?? new Date(Date.now() + defaultDays * dayMs).toISOString().slice(0, 10)
  const update = updateBaseline(oldBaseline, events, {
    file,
    expires,
    filter: filterOf(selection),
    schema: schemaFrom(file, product.root),
  })
  try {
    writeFileSync(`${file}.tmp`, update.text)
    renameSync(`${file}.tmp`, file)
  } catch (thrown) {
    throw toEnvironmentFault(thrown, `--baseline ${file} could not be written`)
  }
  process.stdout.write(updateSummary(update, file))
  return exitCodes.conformant
}

/**
 * Returns the header of a complete run, and rejects any other run, because it does not show which entries
 * are still needed.
 */
function rejectPartialRun(events: readonly RunEvent[], runDirectory: string): HeaderEvent {
  const header = events.find((event): event is HeaderEvent => event.type === 'header')
  const footer = events.find((event): event is FooterEvent => event.type === 'footer')
  const harnessFaultCount = events.filter(
    (event) => event.type === 'check' && event.verdict === 'harness-fault',
  ).length
  const partialReason = partialReasonOf(header, footer, harnessFaultCount)
  if (header !== undefined && partialReason === undefined) return header
  throw new HarnessError(
    'usage',
    `The run in ${runDirectory} ${partialReason ?? 'has no header'}, so it does not show all failures. Give a complete run, or \`merge\` of all its shards.`,
  )
}

function partialReasonOf(
  header: HeaderEvent | undefined,
  footer: FooterEvent | undefined,
  faults: number,
): string | undefined {
  const shard = header?.selection.shard
  if (header?.argv.some((argument) => /^--rerun-failed(=|$)/.test(argument)))
    return 'repeated only the failures of another one (--rerun-failed)'
  if (shard !== undefined) return `is shard ${shard.index} of ${shard.of}`
  if (footer === undefined) return 'was interrupted'
  if (footer.stoppedAfter !== undefined) return 'was stopped early (--max-failures)'
  if (footer.neverStarted !== undefined) return 'ran no checks, because a program did not start'
  if (footer.errors.length > 0 || faults > 0) return 'failed itself (a harness fault)'
  return footer.reported < footer.planned ? 'is not complete' : undefined
}

/** Returns the path of the schema for editors: relative to the file's folder if the package is installed below it. */
function schemaFrom(file: string, root: string): string | undefined {
  const folder = dirname(resolve(file))
  const schema = join(root, 'schemas', 'baseline.schema.json')
  return schema.startsWith(folder + sep) ? `./${relative(folder, schema)}` : undefined
}

function updateSummary(
  { added, changed, removed, undecided, unstable, keptCount, text }: BaselineUpdate,
  file: string,
): string {
  const placeholderLines = text
    .split('\n')
    .flatMap((line, index) =>
      line.includes(`: "${placeholder}`) || line.includes(`: ${placeholder}`) ? [index + 1] : [],
    )
  const lines = [
    ...added.map((id) => `added    ${id}`),
    ...changed.map((id) => `changed  ${id} (the failure changed)`),
    ...removed.map((id) => `removed  ${id}`),
    ...undecided.map((id) => `kept     ${id} (no verdict in this run)`),
    ...unstable.map((id) => `not listed: ${id} (unstable; a baseline cannot list it)`),
    `${file}: ${keptCount + added.length} known failures, ${added.length} added, ${changed.length} changed, ${removed.length} removed.`,
    ...(placeholderLines.length === 0
      ? []
      : [
          `Complete the fields marked ${placeholder} before you use the file: line ${placeholderLines.join(', ')}.`,
        ]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
