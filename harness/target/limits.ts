import { HarnessError } from '../errors.ts'
import { nearest } from '../nearest.ts'
import { defaultLimits, type Limits } from './target.ts'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 }
const names = Object.keys(defaultLimits)

/** Returns limits of the command line, `NAME=TIME` each: `readyMs=60s`, `stopMs=500ms`, `reloadMs=90000`. */
export function parseLimits(given: readonly string[]): Partial<Limits> {
  return Object.fromEntries(given.map(parseLimit))
}

function parseLimit(given: string): [name: string, milliseconds: number] {
  const [name = '', time = ''] = given.split(/=(.*)/s)
  if (!names.includes(name)) {
    const suggestion = nearest(name, names)
    const hint = suggestion === undefined ? `Valid: ${names.join(', ')}.` : `Did you mean ${suggestion}?`
    throw new HarnessError('usage', `--limit ${given}: there is no limit ${name}. ${hint}`)
  }
  const [, number = '', unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(time) ?? []
  const milliseconds = Math.round(Number(number) * (units[unit] ?? 1))
  const minMs = name === 'stopMs' ? 0 : 1
  if (number === '' || milliseconds < minMs)
    throw new HarnessError(
      'usage',
      `--limit ${given}: give NAME=TIME, such as ${name}=60s or ${name}=1500ms.`,
    )
  return [name, milliseconds]
}
