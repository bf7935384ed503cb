import { type Arbitrary, array, record, uniqueArray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import {
  type BrokenKind,
  brokenKinds,
  type PluginSettings,
  type PluginsCase,
  observedPlugins,
  type Setting,
} from './model.ts'

const settings: readonly Setting[] = ['north', 'northern', 'South']

/** Names that resemble names of plugins. */
const noPlugins = ['Priorit', 'priority', 'PodSecurityPolicy', 'PodNodeSelectors', 'NamespaceAuto'] as const

const entries = uniqueArray(
  record(
    {
      name: oneOf(['PodNodeSelector', 'PodSecurity']),
      path: oneOf(settings),
      configuration: oneOf(settings),
    },
    { requiredKeys: ['name'] },
  ),
  { maxLength: 2, selector: ({ name }) => name },
)

// Observed plugins, which draws mix with unobserved plugins.
const probedPlugins = [...observedPlugins.onByDefault, ...observedPlugins.offByDefault] as const
const unprobedPlugins = [
  'CertificateApproval',
  'OwnerReferencesPermissionEnforcement',
  'ClusterTrustBundleAttest',
] as const
const enabledPlugins = array(
  oneOf(['PodNodeSelector', ...probedPlugins, ...observedPlugins.offByDefault, ...unprobedPlugins]),
  {
    maxLength: 12,
    size: 'max',
  },
)
const disabledPlugins = array(oneOf([...probedPlugins, ...observedPlugins.onByDefault, ...unprobedPlugins]), {
  maxLength: 12,
  size: 'max',
})

interface DrawnPlugins {
  readonly enabled: readonly string[]
  readonly disabled: readonly string[]
  readonly entries: readonly PluginSettings[]
  readonly strayName: string
}

/**
 * Returns the case of a draw. A plugin in both lists is removed from the second list, because the documents leave its
 * effect open.
 */
function caseOf(
  { enabled: on, disabled: off, entries: all, strayName }: DrawnPlugins,
  breaks?: BrokenKind,
): PluginsCase {
  const drawnCase = { enabled: on, disabled: off.filter((name) => !on.includes(name)), entries: all }
  switch (breaks) {
    case 'a file that is missing': {
      const disabledWithoutSecurity = drawnCase.disabled.filter((name) => name !== 'PodSecurity')
      const entry = { name: 'PodSecurity', path: 'north' } as const
      const otherEntries = all.filter(({ name }) => name !== 'PodSecurity')
      return {
        ...drawnCase,
        disabled: disabledWithoutSecurity,
        entries: [...otherEntries, entry],
        broken: breaks,
      }
    }
    case 'no plugin is enabled':
      return { ...drawnCase, enabled: [...on, strayName], broken: breaks }
    case 'no plugin is disabled':
      return { ...drawnCase, disabled: [strayName, ...drawnCase.disabled], broken: breaks }
    default:
      return drawnCase
  }
}

const plugins: Arbitrary<DrawnPlugins> = record({
  enabled: enabledPlugins,
  disabled: disabledPlugins,
  entries,
  strayName: oneOf(noPlugins),
})
const legalCases = plugins.map((one) => caseOf(one))

/** Plugin settings of servers. Settings that prevent a start take turns, with legal cases in between. */
export const pluginsCases: readonly Arbitrary<PluginsCase>[] = brokenKinds.flatMap((breaks) => [
  legalCases,
  legalCases,
  legalCases,
  plugins.map((one) => caseOf(one, breaks)),
])
