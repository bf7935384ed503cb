import { appendFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  becomesTrue,
  becomesTrueSoon,
  currentCheck,
  monitorJitter,
  expect,
  nowMs,
  rulesOf,
  says,
  shared,
  test,
} from '#kit'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { containersOf, podObject, startsInTime, sharedAgentFixture } from '../fixture.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const fileEveryMs = 3_000
// Longer than the default interval.
const longMs = 30_000
// Number of rounds. Each round starts after a read, to maximize the time until the next read.
const rounds = 2

const files = shared(() => makeWorkspace('manifests'), removeWorkspace)
const frequencyFixture = sharedAgentFixture(async () => {
  const directory = await files()
  writeTarget(directory, 'first')
  writePrivate(join(directory, 'pods', 'bad.yaml'), '{ kind: [')
  symlinkSync(join(directory, 'target.yaml'), join(directory, 'pods', 'linked.yaml'))
  return {
    flags: {
      '--pod-manifest-path': { path: join(directory, 'pods') },
      '--file-check-frequency': `${fileEveryMs}ms`,
    },
  }
})

const singleFileFixture = sharedAgentFixture(async () => ({
  flags: {
    '--pod-manifest-path': { path: join(await files(), 'single.yaml') },
    '--file-check-frequency': `${fileEveryMs}ms`,
  },
}))

// Writes the target of a linked file, so that only another read shows the change.
function writeTarget(directory: string, name: string): void {
  const target = join(directory, 'target.yaml')
  rmSync(target, { force: true })
  writePrivate(target, JSON.stringify(podObject(name, { nodeName: undefined })))
}

/** Reports whether the containers of a running pod end. */
async function becomesStopped(pod: string, fixture = frequencyFixture): Promise<boolean> {
  const { runtime } = await fixture()
  const ids = containersOf(runtime, pod).map(({ id }) => id)
  const stoppedIds = () => runtime.asked('StopContainer').map(({ request }) => request.containerId)
  return becomesTrue(() => stoppedIds().some((id) => ids.includes(id)), longMs)
}

const podText = (name: string) => JSON.stringify(podObject(name, { nodeName: undefined }))

/** Puts a pod into a file. */
type HidePod = (path: string, pod: string) => void

let dotFiles = 0

must('agent.pods.file-frequency', flagRow('--file-check-frequency', 'behaviour'), () => {
  says('Files are looked at again every --file-check-frequency.')
  test(
    {
      title: 'ends the pod of a file that now contains another pod',
      id: 'ends the pod of a file that holds another one',
    },
    async () => {
      expect(await startsInTime((await frequencyFixture()).runtime, 'first')).toBe(true)
      writeTarget(await files(), 'second')
      expect(await becomesStopped('first')).toBe(true)
    },
  ).sees('files-read-once')

  test(
    {
      title: 'reads the files again at the interval of the flag',
      id: 'looks again as often as the flag says',
    },
    async () => {
      monitorJitter()
      const { runtime } = await frequencyFixture()
      const intervalsMs: number[] = []
      for (let roundNumber = 0; roundNumber < rounds; roundNumber += 1) {
        const roundStartMs = nowMs()
        writeTarget(await files(), `again-${roundNumber}`)
        expect(await startsInTime(runtime, `again-${roundNumber}`, longMs)).toBe(true)
        intervalsMs.push(Math.round(nowMs() - roundStartMs))
      }
      currentCheck().observe('milliseconds until each ran', intervalsMs)
      expect(Math.min(...intervalsMs)).toBeLessThan(fileEveryMs * 2)
    },
  ).sees('file-check-frequency-ignored')

  test(
    {
      title: 'runs the pod of a new file, and ends the pod when the file is removed',
      id: 'runs the pod of a file that comes later, and ends it when the file is gone',
    },
    async () => {
      const { runtime } = await frequencyFixture()
      const path = join(await files(), 'pods', 'later.yaml')
      writePrivate(path, JSON.stringify(podObject('later', { nodeName: undefined })))
      expect(await startsInTime(runtime, 'later', longMs)).toBe(true)
      rmSync(path)
      expect(await becomesStopped('later')).toBe(true)
    },
  ).sees('new-files-not-seen')

  test(
    {
      title: 'runs the pod of a file that replaces another file',
      id: 'runs the pod of a file that takes the place of another one',
    },
    async () => {
      const { runtime } = await frequencyFixture()
      const directory = join(await files(), 'pods')
      const [path, otherPath] = [join(directory, '.whole.yaml'), join(directory, 'replaced.yaml')]
      writePrivate(otherPath, JSON.stringify(podObject('replaced', { nodeName: undefined })))
      expect(await startsInTime(runtime, 'replaced', longMs)).toBe(true)
      writePrivate(path, JSON.stringify(podObject('replacing', { nodeName: undefined })))
      renameSync(path, otherPath)
      expect(await startsInTime(runtime, 'replacing', longMs)).toBe(true)
    },
  ).sees('files-renamed-over-not-seen')

  test(
    {
      title: 'runs the pod of a file that contained no pod before',
      id: 'runs the pod of a file that held none before',
    },
    async () => {
      const { runtime } = await frequencyFixture()
      const path = join(await files(), 'pods', 'bad-at-first.yaml')
      writePrivate(path, '{ kind: [')
      // A file that is added at the same time shows that the directory was read.
      writePrivate(
        join(await files(), 'pods', 'good-at-once.yaml'),
        JSON.stringify(podObject('good-at-once', { nodeName: undefined })),
      )
      expect(await startsInTime(runtime, 'good-at-once', longMs)).toBe(true)
      writePrivate(path, JSON.stringify(podObject('good-at-last', { nodeName: undefined })))
      expect(await startsInTime(runtime, 'good-at-last', longMs)).toBe(true)
    },
  ).sees('bad-files-not-read-again')

  test
    .for<HidePod>({
      'a dot file that is added': writePrivate,
      'a dot file that is changed': (path, pod) => {
        writePrivate(path, '{ kind: [')
        appendFileSync(path, '\n')
        writeFileSync(path, pod)
      },
      'a dot file that is renamed from another directory': (path, pod) => {
        const outside = `${path}.outside`.replace('/pods/', '/')
        writePrivate(outside, pod)
        renameSync(outside, path)
      },
    })('ignores %s', async (hide) => {
      const { runtime } = await frequencyFixture()
      const directory = join(await files(), 'pods')
      dotFiles += 1
      const [hidden, shown] = [`hidden-${dotFiles}`, `shown-${dotFiles}`]
      hide(join(directory, `.${hidden}.yaml`), podText(hidden))
      // A pod of a file that is added later shows that the directory was read.
      writePrivate(join(directory, `${shown}.yaml`), podText(shown))
      expect(await startsInTime(runtime, shown, longMs)).toBe(true)
      const names = () => runtime.asked('RunPodSandbox').map(({ request }) => request.config?.metadata?.name)
      const isHiddenRun = () => names().some((name) => name?.startsWith(hidden))
      expect(await becomesTrueSoon(isHiddenRun, fileEveryMs + 1_000)).toBe(false)
    })
    .sees('later-dot-files-run')

  test('ends the pod of a single file when the file is removed', async () => {
    const path = join(await files(), 'single.yaml')
    writePrivate(path, JSON.stringify(podObject('single', { nodeName: undefined })))
    const { runtime } = await singleFileFixture()
    expect(await startsInTime(runtime, 'single', longMs)).toBe(true)
    rmSync(path)
    expect(await becomesStopped('single', singleFileFixture)).toBe(true)
  }).sees('single-file-removal-ignored')
})
