import { array, constantFrom, record, sample } from 'fast-check'
import { currentCheck, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import {
  type ExpectedVersions,
  imagesOf,
  putPod,
  runningContainers,
  settledImages,
  type Source,
  sources,
} from './pod-versions.ts'

const { must } = rulesOf({
  document: 3,
  section: 'What the service does',
  program: 'node-agent',
  waits: true,
  limitMs: 300_000,
})

const places: Readonly<Record<Source, string>> = { file: 'a file', url: 'the URL', api: 'the API server' }
const readSources = ['file', 'url'] as const
// Long enough for an agent to restart a pod after it has observed a change.
const continuesForMs = 3_000

/** Expects that exactly these versions run once the node agent has observed the change. */
async function expectRunning(expected: ExpectedVersions): Promise<void> {
  expect(await settledImages(expected)).toEqual(imagesOf(expected))
}

must('agent.pods.changes', { row: 'node agent: sources of pod specifications', aspect: 'changes' }, () => {
  says('The containers that run are those of the latest specifications of each source.')
  for (const source of sources) {
    const sourceText = places[source]
    test(
      {
        title: `runs a changed specification of ${sourceText} under the same name`,
        id: `runs a changed specification of ${source} under the same name`,
      },
      async () => {
        const name = `changed-by-${source}`
        await putPod(source, name, { version: 1 })
        await expectRunning({ [name]: 1 })
        await putPod(source, name, { version: 2 })
        await expectRunning({ [name]: 2 })
      },
    ).sees(`${source}-changes-ignored`)

    test(
      {
        title: `runs a restored pod of ${sourceText} again`,
        id: `runs a pod again that ${source} has again as it was`,
      },
      async () => {
        const name = `back-by-${source}`
        for (const version of [1, undefined, 1]) {
          await putPod(source, name, version === undefined ? undefined : { version })
          await expectRunning({ [name]: version })
        }
      },
    ).sees(`${source}-pods-put-back-not-run`)
  }

  for (const source of readSources) {
    test(
      {
        title: `runs a changed specification of ${places[source]} with the same uid`,
        id: `runs a changed specification of ${source} with the same uid`,
      },
      async () => {
        const name = `identified-by-${source}`
        const metadata = { uid: `uid-${source}` }
        await putPod(source, name, { version: 1, metadata })
        await expectRunning({ [name]: 1 })
        await putPod(source, name, { version: 2, metadata })
        await expectRunning({ [name]: 2 })
      },
    ).sees('changes-under-a-uid-ignored')

    test(
      {
        title: `keeps an unchanged pod of ${places[source]} running while another pod changes`,
        id: `keeps an unchanged pod of ${source} running`,
      },
      async () => {
        const [name, other] = [`kept-by-${source}`, `other-by-${source}`]
        await putPod(source, name, { version: 1 })
        await expectRunning({ [name]: 1 })
        const [before] = await runningContainers(name)
        await putPod(source, name, { version: 1 })
        await putPod(source, other, { version: 1 })
        await expectRunning({ [other]: 1 })
        const isReplaced = async () => (await runningContainers(name))[0]?.id !== before?.id
        expect(await becomesTrueSoon(isReplaced, continuesForMs)).toBe(false)
      },
    ).sees(source === 'file' ? 'files-rewritten-restarted' : 'url-rewritten-restarted')
  }

  test(
    {
      title: 'runs the pods that remain after random changes of all sources',
      id: 'runs what drawn changes of all sources leave',
    },
    async () => {
      const { seed } = currentCheck().settings
      const [steps = []] = sample(drawnVersions, { seed, numRuns: 1 })
      currentCheck().observe('versions after each change', steps)
      // Each pod is changed twice before the random steps.
      for (const step of [...fixedVersions, ...steps]) {
        const expected: Record<string, number | undefined> = {}
        for (const source of sources) {
          const name = `drawn-by-${source}`
          const version = step[source]
          await putPod(source, name, version === 0 ? undefined : { version })
          expected[name] = version === 0 ? undefined : version
        }
        await expectRunning(expected)
      }
    },
  ).sees('second-changes-ignored')
})

const inAllSources = (version: number) => ({ file: version, url: version, api: version })
const fixedVersions = [inAllSources(1), inAllSources(2), inAllSources(3)]
const version = constantFrom(0, 1, 2, 3)
// Random steps. Version 0 means no pod.
const drawnVersions = array(record({ file: version, url: version, api: version }), {
  minLength: 3,
  maxLength: 4,
})
