import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LeaseDouble } from '../testing/lease-double.ts'
import { freePort, RunningProgram } from '../testing/running-program.ts'
import { waitUntil } from '../testing/until.ts'

const directory = mkdtempSync(join(tmpdir(), 'bundled-'))
const program = 'orch-controller-manager'

// Starts from the state after a build, in which no compiled code is kept.
beforeAll(() =>
  cpSync(fileURLToPath(new URL('../../dist/reference', import.meta.url)), directory, {
    recursive: true,
    filter: (path) => !path.endsWith('.compiled'),
  }),
)

afterAll(() => rmSync(directory, { recursive: true }))

const compiledFiles = () =>
  readdirSync(join(directory, 'bundles')).filter((name) => name.endsWith('.compiled'))

/** Starts the program with an API server that grants it leadership, and waits until a condition is true. */
async function startAndWait(isDone: () => boolean): Promise<string> {
  await using api = await LeaseDouble.start()
  await using manager = new RunningProgram(program, directory)
  const genericConfig = {
    Address: '127.0.0.1',
    Port: await freePort(),
    ClientConnection: { orchconfig: manager.file('api.json', api.clientConfig()) },
  }
  const file = {
    apiVersion: 'orchcontrollermanager.config.orch.io/v1alpha1',
    kind: 'OrchControllerManagerConfiguration',
  }
  manager.start([
    `--config=${manager.file('config.yaml', JSON.stringify({ ...file, Generic: genericConfig }))}`,
  ])
  await waitUntil(() => manager.stderr.includes('the control loops run'))
  await waitUntil(isDone)
  return manager.stderr
}

async function startWithUnknownFlag(): Promise<string> {
  await using manager = new RunningProgram(program, directory)
  manager.start(['--nope'])
  expect(await manager.exited()).toBe(1)
  return manager.stderr
}

test('a start reuses the compiled code of an earlier start unless that code is unreadable', async () => {
  expect(await startWithUnknownFlag()).toBe(`${program}: unknown flag: --nope\n`)
  expect(compiledFiles()).toEqual([])

  await startAndWait(() => compiledFiles().length > 0)
  const [name = ''] = compiledFiles()
  const path = join(directory, 'bundles', name)
  const completeSize = readFileSync(path).length
  expect(name).toMatch(/^[0-9a-f]{12}-orch-controller-manager-\d+\.compiled$/)
  expect(await startWithUnknownFlag()).toBe(`${program}: unknown flag: --nope\n`)

  truncateSync(path, 1000)
  await startAndWait(() => readFileSync(path).length > 1000)
  expect(readFileSync(path).length).toBeGreaterThan(completeSize / 2)
  expect(compiledFiles()).toEqual([name])
})
