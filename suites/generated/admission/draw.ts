import { type Arbitrary, array, record, uniqueArray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { type Broken, broken, type Entry, type PluginsCase, seen, type Setting } from './model.ts'

const settings: readonly Setting[] = ['north', 'northern', 'South']

/** Names that resemble those of plugins, but are not. */
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

// Includes plugins that are not observed, in between the observed ones.
const either = [...seen.onByDefault, ...seen.offByDefault] as const
const others = [
  'CertificateApproval',
  'OwnerReferencesPermissionEnforcement',
  'ClusterTrustBundleAttest',
] as const
const enabled = array(oneOf(['PodNodeSelector', ...either, ...seen.offByDefault, ...others]), {
  maxLength: 12,
  size: 'max',
})
const disabled = array(oneOf([...either, ...seen.onByDefault, ...others]), {
  maxLength: 12,
  size: 'max',
})

interface Drawn {
  readonly enabled: readonly string[]
  readonly disabled: readonly string[]
  readonly entries: readonly Entry[]
  readonly stray: string
}

/** A plugin in both lists is left open, so it is removed from the second one. */
function caseOf({ enabled: on, disabled: off, entries: all, stray }: Drawn, breaks?: Broken): PluginsCase {
  const one = { enabled: on, disabled: off.filter((name) => !on.includes(name)), entries: all }
  switch (breaks) {
    case 'a file that is missing': {
      const without = one.disabled.filter((name) => name !== 'PodSecurity')
      const entry = { name: 'PodSecurity', path: 'north' } as const
      const rest = all.filter(({ name }) => name !== 'PodSecurity')
      return { ...one, disabled: without, entries: [...rest, entry], broken: breaks }
    }
    case 'no plugin is enabled':
      return { ...one, enabled: [...on, stray], broken: breaks }
    case 'no plugin is disabled':
      return { ...one, disabled: [stray, ...one.disabled], broken: breaks }
    default:
      return one
  }
}

const plugins: Arbitrary<Drawn> = record({ enabled, disabled, entries, stray: oneOf(noPlugins) })
const legal = plugins.map((one) => caseOf(one))

/** Plugin settings of servers. Each setting that prevents a start has its turn, with legal cases in between. */
export const pluginsCases: readonly Arbitrary<PluginsCase>[] = broken.flatMap((breaks) => [
  legal,
  legal,
  legal,
  plugins.map((one) => caseOf(one, breaks)),
])
