import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file, type Flags } from '#kit/launch.ts'
import { configurationFlag } from '../../shared/configuration/kinds.ts'
import { startPluginPeers, stopPluginPeers } from '../../shared/admission/plugin-peers.ts'
import { pluginProbes } from '../../shared/admission/plugins.ts'
import { isActive, becomesActive, PluginFixture } from '../../shared/admission/plugin-fixture.ts'
import { pod, podSpec } from '../../shared/admission/pod-probes.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { fileOf } from './file.ts'
import { allProbedPlugins, type PluginsCase, type ObservedPlugin } from './model.ts'
import { isPluginActive, rejectsPods, settingOf } from './oracle.ts'

/** Starts a server with the plugin settings of each case, and observes the plugins. */
export const judgePlugins = (cases: readonly PluginsCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

/** Reduces a case to the plugin with the disagreement. */
export function focusCase(testCase: PluginsCase, { asked: input }: Disagreement): PluginsCase | undefined {
  const { plugin } = input as { readonly plugin?: string }
  if (plugin === undefined) return undefined
  const onlyPlugin = (names: readonly string[]): readonly string[] => names.filter((name) => name === plugin)
  return {
    enabled: onlyPlugin(testCase.enabled),
    disabled: onlyPlugin(testCase.disabled),
    entries: testCase.entries.filter(({ name }) => name === plugin),
  }
}

async function judgeCase(testCase: PluginsCase): Promise<CaseResult> {
  const pluginPeers = await startPluginPeers()
  try {
    let disagreements: readonly Disagreement[] | undefined
    const { outcome, ...started } = await startOutcome(
      { peers: Object.values(pluginPeers), flags: flagsOf(testCase) },
      async (server) => {
        disagreements =
          testCase.broken === undefined
            ? await pluginDisagreements(testCase, new PluginFixture(server, pluginPeers))
            : []
      },
    )
    const expected = testCase.broken === undefined ? 'ready' : 'refused'
    if (outcome === expected) return { disagreements: disagreements ?? [] }
    const stderr = 'stderr' in started ? started.stderr.trim().slice(-600) : ''
    return {
      disagreements: [{ asked: testCase, expected: { outcome: expected }, actual: { outcome, stderr } }],
    }
  } finally {
    await stopPluginPeers(pluginPeers)
  }
}

function flagsOf(testCase: PluginsCase): Flags {
  const { enabled, disabled, entries } = testCase
  return {
    ...(enabled.length > 0 && { '--enable-admission-plugins': enabled.join(',') }),
    ...(disabled.length > 0 && { '--disable-admission-plugins': disabled.join(',') }),
    ...(entries.length > 0 && configurationFlag('admission', fileOf(testCase, file))),
  }
}

async function pluginDisagreements(
  testCase: PluginsCase,
  fixture: PluginFixture,
): Promise<readonly Disagreement[]> {
  const pluginLists = { enabled: testCase.enabled, disabled: testCase.disabled }
  const pluginResults = allProbedPlugins.map(async (plugin: ObservedPlugin): Promise<Disagreement[]> => {
    const expected = isPluginActive(testCase, plugin)
    const actual = await (expected ? becomesActive : isActive)(pluginProbes[plugin], fixture)
    return actual === expected ? [] : [{ asked: { plugin, ...pluginLists }, expected, actual }]
  })
  const settings = [selectorOf(testCase, fixture), securityOf(testCase, fixture)]
  return (await Promise.all([...pluginResults, ...settings])).flat()
}

/** Compares the source of a pod's node selector in a namespace without a selector. */
async function selectorOf(testCase: PluginsCase, fixture: PluginFixture): Promise<Disagreement[]> {
  const expected = settingOf(testCase, 'PodNodeSelector')
  const createdPod = await fixture.requestCreation(
    `/api/v1/namespaces/${await fixture.space('plain')}/pods`,
    pod(),
  )
  const actual = podSpec(createdPod)?.nodeSelector?.['from']
  if (createdPod.outcome === 'made' && actual === expected) return []
  const selectorInput = { plugin: 'PodNodeSelector', entries: testCase.entries }
  return [{ asked: selectorInput, expected: expected ?? 'no selector', actual: actual ?? createdPod.outcome }]
}

/** Compares whether a pod of the host's network is rejected in a namespace without labels. */
async function securityOf(testCase: PluginsCase, fixture: PluginFixture): Promise<Disagreement[]> {
  const expected = rejectsPods(settingOf(testCase, 'PodSecurity')) ? 'kept-away' : 'made'
  const path = `/api/v1/namespaces/${await fixture.space('unlabelled')}/pods`
  const { outcome } = await fixture.requestCreation(path, pod({ hostNetwork: true }))
  return outcome === expected
    ? []
    : [{ asked: { plugin: 'PodSecurity', entries: testCase.entries }, expected, actual: outcome }]
}
