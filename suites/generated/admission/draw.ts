import { type Arbitrary, array, nat, record, uniqueArray } from 'fast-check'
import { oneOf } from '../words.ts'
import { broken, type Entry, type PluginsCase, seen, type Setting } from './model.ts'

const settings: readonly Setting[] = ['north', 'northern', 'South']

/** Near the names of plugins, and none. */
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

// Others too, which nobody looks at: they stand between those that are.
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
  readonly breaks: number
  readonly stray: string
}

/** A plugin in both lists is left open, so the second of them has it not. */
function caseOf({ enabled: on, disabled: off, entries: all, breaks, stray }: Drawn): PluginsCase {
  const one = { enabled: on, disabled: off.filter((name) => !on.includes(name)), entries: all }
  const [missing, strayOn, strayOff] = broken
  switch (breaks) {
    case 0: {
      const without = one.disabled.filter((name) => name !== 'PodSecurity')
      const entry = { name: 'PodSecurity', path: 'north' } as const
      const rest = all.filter(({ name }) => name !== 'PodSecurity')
      return { ...one, disabled: without, entries: [...rest, entry], broken: missing }
    }
    case 1:
      return { ...one, enabled: [...on, stray], broken: strayOn }
    case 2:
      return { ...one, disabled: [stray, ...one.disabled], broken: strayOff }
    default:
      return one
  }
}

/** What servers are told of their plugins. */
export const pluginsCases: Arbitrary<PluginsCase> = record({
  enabled,
  disabled,
  entries,
  breaks: nat(15).map((drawn) => 15 - drawn),
  stray: oneOf(noPlugins),
}).map(caseOf)
