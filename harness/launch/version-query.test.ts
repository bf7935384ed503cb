import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const versionModule = new URL('../../dist/harness/launch/version-query.js', import.meta.url).href
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Queries a version and aborts the query at once, as the leader of a separate process group. */
async function abortedQuery(command: readonly string[]): Promise<unknown> {
  const script = `
    import { programsOf } from '${versionModule}'
    const abortController = new AbortController()
    const programs = { apiserver: { command: ${JSON.stringify(command)}, args: [] } }
    const query = programsOf({ programs }, abortController.signal)
    abortController.abort()
    process.stdout.write(JSON.stringify(await query))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, output }
}

test.for([
  ['that does not exist', '/nonexistent/program'],
  ['that does not print a version', process.execPath],
])('the version query of a program %s ends, and no other process is killed', async ([, file = '']) => {
  // After `--`, Node passes `--version` to the script, which prints nothing.
  const command = [file, '-e', 'setTimeout(() => {}, 4_000)', '--']

  expect(await abortedQuery(command)).toEqual({
    code: 0,
    signal: null,
    output: JSON.stringify([{ role: 'apiserver', command }]),
  })
})
