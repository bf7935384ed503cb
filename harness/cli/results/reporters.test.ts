import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CliResult, runCli } from '../../testing/run-cli.ts'

/** Runs with a reporter module that has the given text. */
async function runWithReporter(text: string): Promise<CliResult> {
  const module = join(mkdtempSync(join(tmpdir(), 'reporter-')), 'mine.mjs')
  writeFileSync(module, text)
  const result = await runCli('plain', ['run', '--only', 'plain.holds', '--reporter', module])
  return { ...result, stderr: result.stderr.replaceAll(module, 'mine.mjs') }
}

describe('an external reporter', () => {
  test('an external reporter receives each event once, in order, and its return value is written to standard output', async () => {
    const { code, stdout, events } = await runWithReporter(`
      export default async () => {
        const seen = []
        return { event: (event) => seen.push(event), end: async () => JSON.stringify(seen) }
      }`)

    expect(JSON.parse(stdout)).toEqual(events)
    expect(events.at(-1)?.type).toBe('footer')
    expect(code).toBe(0)
  })

  test.for([
    [
      'throws',
      `export default () => ({ event: ({ type }) => { if (type === 'check') throw new Error('no disk') } })`,
      'no disk',
    ],
    ['rejects', `export default () => ({ event: async () => { throw new Error('no disk') } })`, 'no disk'],
    [
      'throws asynchronously',
      `export default () => ({ event: () => { setTimeout(() => { throw new Error('late') }) }, end: () => new Promise(() => {}) })`,
      'late',
    ],
    ['throws at the end', `export default () => ({ end: () => { throw 'no disk' } })`, 'no disk'],
    [
      'ends its process',
      `export default () => ({ event: () => process.exit(1) })`,
      'it ended before the run did',
    ],
  ] as const)('an external reporter that %s loses no results', async ([, text, why]) => {
    const { code, stdout, stderr, events } = await runWithReporter(text)

    expect(stderr).toContain(
      `--reporter mine.mjs failed: ${why}. The results of the run are complete without it.\n`,
    )
    expect(stdout).toBe('')
    expect(events.map(({ type }) => type)).toEqual(['header', 'check', 'check', 'footer'])
    expect(code).toBe(0)
  })

  test.for([
    ['does not parse', 'export defaultt', "Unexpected token 'export'"],
    ['throws', `throw new Error('no licence')`, 'no licence'],
    [
      'has no default',
      'export const reporter = () => ({ event: () => {} })',
      'its default export is not a function',
    ],
    [
      'returns no reporter',
      'export default () => undefined',
      'the function returned no object with a method event or end',
    ],
    ['throws in its function', `export default () => { throw new Error('no token') }`, 'no token'],
  ] as const)(
    'an external reporter whose module %s ends the command before the run',
    async ([, text, why]) => {
      const { code, stderr, temporary } = await runWithReporter(text)

      expect(stderr).toBe(`orch-conformance: --reporter mine.mjs is not a reporter: ${why}.\n`)
      expect(readdirSync(temporary)).toEqual([])
      expect(code).toBe(3)
    },
  )
})
