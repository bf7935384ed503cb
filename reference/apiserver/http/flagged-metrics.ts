import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { FlagValues } from '../../flags/flag-values.ts'
import { isMapping } from '../../config/decode.ts'
import { Refusal } from '../../flags/refusal.ts'
import { type Labels, Metrics } from '../../serving/metrics.ts'
import { fault } from '../../quirks/quirks.ts'

/** Previous minor version, the last in which hidden metrics are shown by default. */
const previousMinor = '0.9'

/** Metrics that are shown only if the flag names the previous version. */
const hiddenMetrics = new Set(['apiserver_storage_db_total_size_in_bytes', 'apiserver_registered_requests'])

/** Replacement for label values that are not allowed. */
const unexpectedLabel = 'unexpected'

/**
 * Metrics within the limits of the flags: some metrics are hidden, and label values that are not allowed are replaced.
 * Throws a Refusal for a version other than the previous version.
 */
export class FlaggedMetrics extends Metrics {
  readonly #disabledMetrics: ReadonlySet<string>
  readonly #allowedValues: ReadonlyMap<string, ReadonlySet<string>>
  readonly #showsHidden: boolean

  constructor(flags: FlagValues) {
    super()
    const disabledNames = flags.strings('disabled-metrics')
    this.#disabledMetrics = new Set(
      disabledNames.length > 0 && fault('disabled-metrics-ignored') ? [] : disabledNames,
    )
    this.#allowedValues = allowedValues(flags)
    this.#showsHidden = showsHidden(flags.string('show-hidden-metrics-for-version'))
  }

  override text(): string {
    for (const name of hiddenMetrics) this.set(name, 'As in the previous version.', {}, 0)
    return super.text()
  }

  override count(name: string, help: string, labels: Labels): void {
    if (this.#isShown(name)) super.count(name, help, this.#foldLabels(name, labels))
  }

  override set(name: string, help: string, labels: Labels, value: number): void {
    if (this.#isShown(name)) super.set(name, help, this.#foldLabels(name, labels), value)
  }

  #isShown(name: string): boolean {
    if (hiddenMetrics.has(name) && !this.#showsHidden) return fault('hidden-metrics-shown')
    const disablesFamily = this.#disabledMetrics.size > 0 && name.startsWith('apiserver_request_')
    if (disablesFamily && fault('disabled-metrics-take-all')) return false
    if (!this.#disabledMetrics.has(name)) return true
    return hiddenMetrics.has(name) && fault('hidden-metrics-beat-disabled')
  }

  #foldLabels(name: string, labels: Labels): Labels {
    const entries = Object.entries(labels).map(([label, value]) => {
      const allowedOfLabel = this.#allowedValues.get(`${name},${label}`)
      const isUnexpected =
        allowedOfLabel === undefined
          ? this.#allowedValues.size === 0 && value === 'POST' && fault('metric-labels-folded-unasked')
          : !allowedOfLabel.has(value)
      return [label, isUnexpected ? unexpectedLabel : value]
    })
    return Object.fromEntries(entries) as Labels
  }
}

function showsHidden(version: string | undefined): boolean {
  if (version === undefined) return false
  if (version !== previousMinor && !fault('hidden-metrics-of-any-version')) {
    throw new Refusal(
      `--show-hidden-metrics-for-version: only ${previousMinor} is the previous minor version`,
    )
  }
  return !fault('hidden-metrics-stay-hidden')
}

/** Returns the allowed values for a metric and a label, `METRIC,LABEL`. */
function allowedValues(flags: FlagValues): ReadonlyMap<string, ReadonlySet<string>> {
  const flagEntries = flags.occurrences('allow-metric-labels').map((entry) => {
    const [key = '', values = ''] = entry.split(/=(.*)/s)
    return [key, new Set(values.split(','))] as const
  })
  const usedFlagEntries = flagEntries.length > 0 && fault('allow-metric-labels-ignored') ? [] : flagEntries
  const metrics = usedFlagEntries.map(([key]) => key.split(',')[0])
  const isRepeated = (index: number): boolean => metrics.indexOf(metrics[index]) < index
  if (metrics.some((_, index) => isRepeated(index)) && fault('only-first-metric-label-allowed'))
    return new Map(usedFlagEntries.filter((_, index) => !isRepeated(index)))
  const file = flags.string('allow-metric-labels-manifest')
  const manifestEntries =
    file === undefined || fault('allow-metric-labels-manifest-ignored') ? [] : readManifest(file)
  if (usedFlagEntries.length > 0 && manifestEntries.length > 0 && fault('metric-labels-file-beats-flag'))
    return new Map(manifestEntries)
  return new Map(usedFlagEntries.length > 0 ? usedFlagEntries : manifestEntries)
}

function readManifest(file: string): (readonly [string, ReadonlySet<string>])[] {
  const content: unknown = parse(readFileSync(file, 'utf8'))
  if (!isMapping(content)) return []
  return Object.entries(content).map(([key, values]) => [key, new Set(String(values).split(','))])
}
