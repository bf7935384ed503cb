import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { HarnessError, messageOf } from '../errors.ts'
import type { ReachTable } from './table.ts'

const run = promisify(execFile)
// Coverage of a large program is some megabytes of text.
const maxBytes = 1024 * 1024 * 1024

/** Returns the path of Go's reader of coverage. Go builds it when it is first needed. */
export async function coverageReader(): Promise<string> {
  try {
    await run('go', ['tool', 'covdata', 'help']).catch((thrown: unknown) => {
      // The help ends with an error code; only a missing tool has none.
      if (typeof (thrown as { code?: unknown }).code !== 'number') throw thrown
    })
    return (await run('go', ['tool', '-n', 'covdata'])).stdout.trim()
  } catch (thrown) {
    throw new HarnessError(
      'config-fault',
      `The programs left Go coverage, and \`go tool covdata\`, which reads it, did not run (${messageOf(thrown).split('\n')[0]}). Put the \`go\` that built them into PATH.`,
      { cause: thrown },
    )
  }
}

/** Reports whether a file in the folder of a start is coverage of a Go program. */
export function isGoCoverage(name: string): boolean {
  return name.startsWith('covcounters.')
}

/** Adds what one start of Go programs reached. */
export async function addGoCoverage(
  reader: string,
  folder: string,
  start: number,
  table: ReachTable,
): Promise<void> {
  const { stdout } = await run(reader, ['textfmt', '-i', folder, '-o', '/dev/stdout'], {
    maxBuffer: maxBytes,
  })
  addGoProfile(stdout, start, table)
}

/** Adds a profile in Go's text format: `file:line.column,line.column statements count`. */
export function addGoProfile(profile: string, start: number, table: ReachTable): void {
  for (const line of profile.split('\n')) {
    const countAt = line.lastIndexOf(' ')
    const key = line.slice(0, countAt)
    if (!table.has(key)) {
      const [, file, from, to] = /^(.+):(\d+)\.\d+,(\d+)\.\d+ \d+$/.exec(key) ?? []
      if (file === undefined) continue
      table.addBlock(key, { file, from: Number(from), to: Number(to) })
      table.addOtherLines(file)
    }
    if (line.slice(countAt + 1) !== '0') table.addStart(key, start)
  }
}
