import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { file, type Flags } from '#kit/launch.ts'
import { configurationFlag } from '../../shared/configuration/kinds.ts'
import { startPluginPeers, stopPluginPeers } from '../../shared/admission/plugin-peers.ts'
import { pluginProbes } from '../../shared/admission/plugins.ts'
import { isActive, becomesActive, PluginFixture } from '../../shared/admission/plugin-fixture.ts'
import { pod, podSpec } from '../../shared/admission/pod-probes.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { fileOf } from './file.ts'
import { allProbed, type PluginsCase, type Seen } from './model.ts'
import { acts, rejectsPods, settingOf } from './oracle.ts'

/** Starts a server with these plugin settings, and observes the plugins. */
export const judgePlugins = (cases: readonly PluginsCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

/** Reduces a case to the plugin with the disagreement. */
export function focused(one: PluginsCase, { asked: input }: Disagreement): PluginsCase | undefined {
  const { plugin } = input as { readonly plugin?: string }
  if (plugin === undefined) return undefined
  const only = (names: readonly string[]): readonly string[] => names.filter((name) => name === plugin)
  return {
    enabled: only(one.enabled),
    disabled: only(one.disabled),
    entries: one.entries.filter(({ name }) => name === plugin),
  }
}

async function judgeCase(one: PluginsCase): Promise<CaseResult> {
  const peers = await startPluginPeers()
  try {
    let wrong: readonly Disagreement[] | undefined
    const { outcome, ...started } = await startOutcome(
      { peers: Object.values(peers), flags: flagsOf(one) },
      async (server) => {
        wrong = one.broken === undefined ? await wrongIn(one, new PluginFixture(server, peers)) : []
      },
    )
    const expected = one.broken === undefined ? 'ready' : 'refused'
    if (outcome === expected) return { disagreements: wrong ?? [] }
    const stderr = 'stderr' in started ? started.stderr.trim().slice(-600) : ''
    return { disagreements: [{ asked: one, expected: { outcome: expected }, actual: { outcome, stderr } }] }
  } finally {
    await stopPluginPeers(peers)
  }
}

function flagsOf(one: PluginsCase): Flags {
  const { enabled, disabled, entries } = one
  return {
    ...(enabled.length > 0 && { '--enable-admission-plugins': enabled.join(',') }),
    ...(disabled.length > 0 && { '--disable-admission-plugins': disabled.join(',') }),
    ...(entries.length > 0 && configurationFlag('admission', fileOf(one, file))),
  }
}

async function wrongIn(one: PluginsCase, fixture: PluginFixture): Promise<readonly Disagreement[]> {
  const about = { enabled: one.enabled, disabled: one.disabled }
  const wrong = allProbed.map(async (plugin: Seen): Promise<Disagreement[]> => {
    const expected = acts(one, plugin)
    const actual = await (expected ? becomesActive : isActive)(pluginProbes[plugin], fixture)
    return actual === expected ? [] : [{ asked: { plugin, ...about }, expected, actual }]
  })
  const settings = [selectorOf(one, fixture), securityOf(one, fixture)]
  return (await Promise.all([...wrong, ...settings])).flat()
}

/** Compares the source of a pod's node selector, in a namespace without a selector. */
async function selectorOf(one: PluginsCase, fixture: PluginFixture): Promise<Disagreement[]> {
  const expected = settingOf(one, 'PodNodeSelector')
  const made = await fixture.attempt(`/api/v1/namespaces/${await fixture.space('plain')}/pods`, pod())
  const actual = podSpec(made)?.nodeSelector?.['from']
  if (made.outcome === 'made' && actual === expected) return []
  const input = { plugin: 'PodNodeSelector', entries: one.entries }
  return [{ asked: input, expected: expected ?? 'no selector', actual: actual ?? made.outcome }]
}

/** Compares whether a pod of the host's network is rejected in a namespace without labels. */
async function securityOf(one: PluginsCase, fixture: PluginFixture): Promise<Disagreement[]> {
  const expected = rejectsPods(settingOf(one, 'PodSecurity')) ? 'kept-away' : 'made'
  const path = `/api/v1/namespaces/${await fixture.space('unlabelled')}/pods`
  const { outcome } = await fixture.attempt(path, pod({ hostNetwork: true }))
  return outcome === expected
    ? []
    : [{ asked: { plugin: 'PodSecurity', entries: one.entries }, expected, actual: outcome }]
}
