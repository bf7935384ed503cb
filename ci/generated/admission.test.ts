import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { configureAdmission } from '../../reference/apiserver/admission/configure.ts'
import { selectPlugins } from '../../reference/apiserver/admission/selection.ts'
import admissionFaults from '../../reference/apiserver/admission/faults.json' with { type: 'json' }
import { perPluginFaults } from '../../reference/apiserver/admission/plugin-faults.ts'
import { Refusal } from '../../reference/flags/refusal.ts'
import { ApiError } from '../../reference/serving/api-error.ts'
import { pluginsCases } from '../../suites/generated/admission/draw.ts'
import { fileOf } from '../../suites/generated/admission/file.ts'
import { allProbedPlugins, type PluginsCase } from '../../suites/generated/admission/model.ts'
import { isPluginActive, rejectsPods, settingOf } from '../../suites/generated/admission/oracle.ts'
import { coverable, coverageOf } from '../../suites/generated/admission/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  maxUndetectedShare,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
} from './testing/seen-faults.ts'

const directory = mkdtempSync(join(tmpdir(), 'plugins-'))
afterAll(() => rmSync(directory, { recursive: true }))

const cases = drawCases(pluginsCases, 'generated.admission.plugins', 400)
let count = 0

function writeFile(content: object): string {
  const path = join(directory, `${++count}.yaml`)
  writeFileSync(path, stringify(content))
  return path
}

const files = new Map<PluginsCase, string>()

function flagsOf(testCase: PluginsCase): Parameters<typeof selectPlugins>[0] {
  const path = files.get(testCase) ?? writeFile(fileOf(testCase, (_, content) => writeFile(content)))
  files.set(testCase, path)
  const lists: Readonly<Record<string, readonly string[]>> = {
    'enable-admission-plugins': testCase.enabled,
    'disable-admission-plugins': testCase.disabled,
  }
  const flags = {
    strings: (name: string) => lists[name] ?? [],
    string: (name: string) => (name === 'admission-control-config-file' ? path : undefined),
    number: () => undefined,
    isSet: () => false,
  }
  return flags as unknown as Parameters<typeof selectPlugins>[0]
}

const podResource = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true }

const existingResources = ['serviceaccounts', 'namespaces']

/** Runs a pod through admission in a namespace without labels. The other objects that it refers to do not exist. */
async function admitPod(flags: ReturnType<typeof flagsOf>, spec: object) {
  const services = {
    flags,
    objects: {
      get: async (name: string) => (existingResources.includes(name) ? {} : undefined),
      list: async () => [],
    },
    egress: () => undefined,
    create: async () => {},
  } as unknown as Parameters<typeof configureAdmission>[0]
  const object = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } }
  const user = { username: 'u', groups: [], uid: '', extra: {} }
  const podRequest = {
    operation: 'CREATE',
    resource: podResource,
    namespace: 'n',
    name: 'p',
    user,
    object,
  } as const
  const admitRequest = await configureAdmission(services)
  try {
    return (await admitRequest({ ...podRequest, before: undefined } as never)) as {
      readonly spec: Readonly<Record<string, unknown>>
    }
  } catch (thrown) {
    if (thrown instanceof ApiError) return 'kept away'
    throw thrown
  }
}

/**
 * Returns the differences between the reference's plugins and the oracle. Skips cases with invalid lists of plugins,
 * which the flags already reject.
 */
async function disagreements(testCase: PluginsCase): Promise<unknown[]> {
  if (testCase.broken !== undefined && testCase.broken !== 'a file that is missing') return []
  const flags = flagsOf(testCase)
  const selection = selectPlugins(flags)
  const wrongPlugins =
    testCase.broken === undefined
      ? allProbedPlugins.filter((name) => selection.isOn(name) !== isPluginActive(testCase, name))
      : []
  try {
    const createdPod = await admitPod(flags, {})
    if (testCase.broken !== undefined) return ['a file is missing']
    const selector =
      createdPod === 'kept away'
        ? createdPod
        : (createdPod.spec['nodeSelector'] as { from?: string } | undefined)?.from
    const isPodRejected = (await admitPod(flags, { hostNetwork: true })) === 'kept away'
    return [
      ...wrongPlugins,
      ...(selector === settingOf(testCase, 'PodNodeSelector') ? [] : [{ one: testCase, selector }]),
      ...(isPodRejected === rejectsPods(settingOf(testCase, 'PodSecurity'))
        ? []
        : [{ one: testCase, isKept: isPodRejected }]),
    ]
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return testCase.broken === undefined ? [thrown.message] : []
  }
}

test('the oracle of plugins and the reference agree', async () => {
  const mismatches: unknown[] = []
  for (const testCase of cases) mismatches.push(...(await disagreements(testCase)))

  expect(mismatches.slice(0, 2)).toEqual([])
})

test('drawn plugins cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases)

  expect(Object.entries(visits).filter(([, request]) => request === 0)).toEqual([])
})

// Faults that drawn cases cannot show: those of plugins that are not drawn, of the values of tolerations, of the file
// alone, and of the order in which plugins run.
const otherFaults = /toleration-|proxy-client|flag-order|name-|repeated|required|empty-refused|second-/
const drawnPluginPattern = new RegExp(`-(${allProbedPlugins.join('|')})$`)

test('drawn plugins detect nearly every fault of enabling and configuring plugins', {
  timeout: 120_000,
}, async () => {
  const faults = [
    ...Object.keys(admissionFaults).filter((name) => !otherFaults.test(name)),
    ...Object.keys(perPluginFaults()).filter((name) => drawnPluginPattern.test(name)),
  ]
  const survivors = await undetectedFaults(
    faults,
    cases,
    async (testCase, fault) => (await withFaults([fault], () => disagreements(testCase))).length > 0,
  )

  expect(survivors.length, survivors.join(', ')).toBeLessThan(maxUndetectedShare * faults.length)
})

test.each(['admission-path-beats-configuration', 'only-first-disabled-plugin-counts'] as const)(
  'a case that detects %s shrinks within a few starts',
  async (fault) => {
    const shrinkResult = await shrinkDetectingCase(
      pluginsCases,
      'generated.admission.plugins',
      async (one) => (await withFaults([fault], () => disagreements(one))).length > 0,
    )

    expect(shrinkResult).toEqual(expectedShrinkResult)
  },
)
