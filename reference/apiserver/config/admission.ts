import * as is from '../../config/decode.ts'
import { field, noEntry, secondEntry } from '../../config/limits.ts'
import type { Problems } from '../../config/problems.ts'
import { admissionPlugins } from '../flags/admission-plugins.ts'
import type { KindReader } from './load.ts'

const plugin = is.object({
  name: field(is.string(), {
    required: 'admission-plugin-name-missing-accepted',
    must: {
      'admission-plugin-name-unchecked': [
        'name an admission plugin',
        (name) => admissionPlugins.includes(name),
      ],
    },
  }),
  path: field(is.string(), { optional: 'admission-path-required' }),
  configuration: field(is.rawMapping(), { optional: 'admission-configuration-required' }),
})

/** Members of an AdmissionConfiguration. */
export const admissionFields = {
  plugins: field(is.list(plugin), {
    optional: 'admission-plugins-required',
    refuses: {
      'admission-plugins-empty-refused': noEntry,
      'second-admission-entry-refused': secondEntry,
    },
  }),
}

/** Decoded AdmissionConfiguration; an omitted member is undefined. */
export type AdmissionConfig = {
  readonly [K in keyof typeof admissionFields]: is.Decoded<(typeof admissionFields)[K]> | undefined
}

/** Reader of the file of `--admission-control-config-file`. */
export const admissionKind: KindReader<typeof admissionFields> = {
  kind: 'AdmissionConfiguration',
  fields: admissionFields,
  validate({ plugins }, problems: Problems) {
    for (const [index, { name = '', path, configuration }] of (plugins ?? []).entries()) {
      const entryPath = `plugins[${index}]`
      const earlierNames = (plugins ?? []).slice(0, index).map((entry) => entry.name)
      const isAdjacentRepeat = earlierNames.at(-1) === name
      if (name !== '' && earlierNames.includes(name)) {
        if (isAdjacentRepeat)
          problems.require(false, `${entryPath}.name`, 'repeated', 'admission-plugin-repeated-accepted')
        else
          problems.require(false, `${entryPath}.name`, 'repeated', 'admission-plugin-repeated-later-accepted')
      }
      const [hasPath, hasConfiguration] = [path !== undefined, configuration !== undefined]
      problems.forbid(!hasPath && !hasConfiguration, entryPath, 'admission-entry-of-name-alone-refused')
      problems.forbid(hasPath && hasConfiguration, entryPath, 'admission-path-beside-configuration-refused')
    }
  },
}
