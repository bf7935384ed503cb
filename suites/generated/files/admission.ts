import { type Arbitrary, constant, oneof, record, uniqueArray } from 'fast-check'
import { disabledPlugins, enabledPlugins } from '#documents/3/lists/admission-plugins.ts'
import { admissionFile, eventLimits, type PluginEntry } from '../../shared/admission/plugin-peers.ts'
import { admissionTable } from '#documents/1/admission.ts'
import { oneOf } from '../drawn-values.ts'
import { type Violations, fileCases, pickFrom } from './file-case.ts'
import { wrongValuesOf } from './from-table.ts'

interface File {
  readonly plugins?: readonly PluginEntry[]
}

const emptyNames = wrongValuesOf(admissionTable, 'admission.entry.name-required')
const noPlugins = wrongValuesOf(admissionTable, 'admission.entry.name-registered')

/** Violations of an AdmissionConfiguration. */
const violations: Violations = {
  'no name': {
    about: 'name',
    changes: ({ plugins: [plugin = { name: '' }, ...others] = [] }: File, pick) => ({
      plugins: [{ ...plugin, name: pickFrom(emptyNames, pick) }, ...others],
    }),
  },
  'name of no plugin': {
    about: 'name',
    changes: ({ plugins = [] }: File, pick) => ({
      plugins: plugins.toSpliced(pick % (plugins.length + 1), 0, { name: String(pickFrom(noPlugins, pick)) }),
    }),
  },
  'plugin twice in a row': {
    about: 'name',
    changes: ({ plugins = [] }: File) => {
      const [again = { name: 'PodSecurity' }] = plugins.slice(-1)
      return { plugins: [...plugins.slice(0, -1), again, { name: again.name }] }
    },
  },
  'plugin twice, others between': {
    about: 'name',
    changes: ({ plugins = [] }: File, pick) => {
      const [again = { name: 'PodSecurity' }, ...others] = plugins
      const separatingPlugins = others.length > 0 ? others : [{ name: otherPluginName(again.name, pick) }]
      return { plugins: [again, ...separatingPlugins, { name: again.name }] }
    },
  },
}

function otherPluginName(name: string, pick: number): string {
  const otherNames = [...enabledPlugins, ...disabledPlugins].filter((one) => one !== name)
  return pickFrom(otherNames, pick)
}

const selector = (from: string): object => ({
  podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: `from=${from}` },
})
const security = {
  apiVersion: 'pod-security.admission.config.orch.io/v1',
  kind: 'PodSecurityConfiguration',
  defaults: { enforce: 'baseline', 'enforce-version': 'latest' },
}

const entries: Arbitrary<PluginEntry> = oneof(
  oneOf([...enabledPlugins, ...disabledPlugins]).map((name) => ({ name })),
  oneOf([
    { configuration: selector('inline') },
    { path: 'file:selector.yaml' },
    withConfiguration('inline'),
  ]).map((changes) => ({ name: 'PodNodeSelector', ...changes })),
  oneOf([{ configuration: security }, { path: 'file:security.yaml' }]).map((changes) => ({
    name: 'PodSecurity',
    ...changes,
  })),
  constant({ name: 'EventRateLimit', configuration: eventLimits }),
)

function withConfiguration(from: string): object {
  return { path: 'file:selector.yaml', configuration: selector(from) }
}

const legalFiles = record(
  {
    version: oneOf(['v1', 'v1alpha1']),
    plugins: uniqueArray(entries, { maxLength: 4, selector: ({ name }) => name }),
  },
  { requiredKeys: ['version'] },
).map(({ version, plugins }) => admissionFile(plugins, version))

/** Admission files, valid or with one violation. */
export const admissionFiles = fileCases('admission', legalFiles, violations)
/** Constraints that these files violate. */
export const admissionConstraints = Object.keys(violations)
/** Content of the files that entries name. */
export const filesOfPlugins = {
  'selector.yaml': selector('path'),
  'security.yaml': security,
} as const
