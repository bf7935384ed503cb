import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import type { Container } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, runPod, sharedAgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({
  document: 3,
  section: 'Limits',
  program,
  overlaps: true,
  waits: true,
  // The slowest check waits for two rotations, after a start that is slow on a busy machine.
  limitMs: 120_000,
})

const maxBytes = 1_024
// Long enough for an agent to check its logs periodically.
const rotatesWithinMs = 20_000
const logsFixture = sharedAgentFixture(() => ({
  flags: { '--container-log-max-size': '1Ki', '--container-log-max-files': 2 },
}))
const containers = new Map<string, Promise<Container | undefined>>()

/** Returns the container of the named pod, which has written output. */
function writingContainer(name: string, bytes: number): Promise<Container | undefined> {
  const knownContainer = containers.get(name)
  if (knownContainer !== undefined) return knownContainer
  const createdContainer = (async () => {
    const agentFixture = await logsFixture()
    const container = await runPod(agentFixture, podObject(name))
    container?.log.write({ bytes })
    return container
  })()
  containers.set(name, createdContainer)
  return createdContainer
}

async function rotations(container: Container | undefined): Promise<number> {
  const { runtime } = await logsFixture()
  return runtime.asked('ReopenContainerLog').filter(({ request }) => request.containerId === container?.id)
    .length
}

must('agent.logs.size', flagRow('--container-log-max-size', 'behaviour'), () => {
  says('The log of a container is rotated when it is as large as --container-log-max-size.')
  test('rotates a larger log', async () => {
    const container = await writingContainer('loud', 2 * maxBytes)
    expect(container).toBeDefined()
    expect(await becomesTrue(async () => (await rotations(container)) > 0, rotatesWithinMs)).toBe(true)
  }).sees('log-size-ignored')

  test('does not rotate a smaller log', async () => {
    const quietContainer = await writingContainer('quiet', maxBytes / 2)
    expect(quietContainer).toBeDefined()
    const noisyContainer = await writingContainer('loud-beside-it', 2 * maxBytes)
    expect(await becomesTrue(async () => (await rotations(noisyContainer)) > 0, rotatesWithinMs)).toBe(true)
    expect(await rotations(quietContainer)).toBe(0)
  }).sees('small-logs-rotated')
})

must('agent.logs.files', 'container logs', () => {
  says('A container has at most --container-log-max-files log files.')
  test({ title: 'keeps no more files than the flag permits', id: 'keeps no more files' }, async () => {
    const container = await writingContainer('often', 2 * maxBytes)
    expect(container).toBeDefined()
    expect(await becomesTrue(async () => (await rotations(container)) > 0, rotatesWithinMs)).toBe(true)
    container?.log.write({ bytes: 2 * maxBytes })
    expect(await becomesTrue(async () => (await rotations(container)) > 1, rotatesWithinMs)).toBe(true)
    const path = container?.log.path ?? ''
    const files = () => readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)))
    expect(await becomesTrue(() => files().length <= 2, rotatesWithinMs / 10)).toBe(true)
    expect(files()).not.toEqual([])
  }).sees('log-files-ignored')
})
