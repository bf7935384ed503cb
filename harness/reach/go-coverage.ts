import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HarnessError, messageOf } from '../errors.ts'
import type { ReachTable } from './table.ts'

const run = promisify(execFile)

/** Returns the path of Go's reader of coverage. Go builds the reader on its first use. */
export async function coverageReader(): Promise<string> {
  try {
    await run('go', ['tool', 'covdata', 'help']).catch((thrown: unknown) => {
      // The help exits with an error code. Only a missing tool has no code.
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

/** Adds the lines that one start of Go programs reached. */
export async function addGoCoverage(
  reader: string,
  folder: string,
  start: number,
  table: ReachTable,
): Promise<void> {
  // The pipes of a child process are sockets, which the child cannot open as /dev/stdout.
  const profile = join(folder, 'profile.txt')
  try {
    await run(reader, ['textfmt', `-i=${folder}`, `-o=${profile}`])
  } catch (thrown) {
    throw new HarnessError(
      'config-fault',
      `\`go tool covdata\` did not read the coverage in ${folder} (${messageOf(thrown).split('\n').slice(0, 2).join(' ')}).`,
      { cause: thrown },
    )
  }
  addGoProfile(readFileSync(profile, 'utf8'), start, table)
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
