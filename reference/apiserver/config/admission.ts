import * as is from '../../config/decode.ts'
import type { Problems } from '../../config/problems.ts'
import { admissionPlugins } from '../flags/admission-plugins.ts'
import type { Fault } from '../faults.ts'
import type { KindReader } from './load.ts'

const fields = {
  plugins: is.list(is.object({ name: is.string(), path: is.string(), configuration: is.raw() })),
}

/** An AdmissionConfiguration as it was read; whatever was left out is undefined. */
export type AdmissionConfig = {
  readonly [K in keyof typeof fields]: is.Decoded<(typeof fields)[K]> | undefined
}

/** Reader of the file of `--admission-control-config-file`. */
export const admissionKind: KindReader<typeof fields> = {
  kind: 'AdmissionConfiguration',
  fields,
  validate({ plugins }, problems: Problems<Fault>) {
    problems.forbid(plugins === undefined, 'plugins', 'admission-plugins-required')
    problems.forbid(plugins?.length === 0, 'plugins', 'admission-plugins-empty-refused')
    problems.forbid((plugins?.length ?? 0) > 1, 'plugins', 'second-admission-entry-refused')
    for (const [index, { name = '', path, configuration }] of (plugins ?? []).entries()) {
      const at = `plugins[${index}]`
      if (name === '')
        problems.require(false, `${at}.name`, 'required', 'admission-plugin-name-missing-accepted')
      else {
        const known = admissionPlugins.includes(name)
        problems.require(known, `${at}.name`, 'is no admission plugin', 'admission-plugin-name-unchecked')
      }
      const earlier = (plugins ?? []).slice(0, index).map((entry) => entry.name)
      const isNext = earlier.at(-1) === name
      if (name !== '' && earlier.includes(name)) {
        if (isNext) problems.require(false, `${at}.name`, 'repeated', 'admission-plugin-repeated-accepted')
        else problems.require(false, `${at}.name`, 'repeated', 'admission-plugin-repeated-later-accepted')
      }
      const [noPath, noConfiguration] = [path === undefined, configuration === undefined]
      problems.forbid(noPath && noConfiguration, at, 'admission-entry-of-name-alone-refused')
      problems.forbid(noPath, at, 'admission-path-required')
      problems.forbid(noConfiguration, at, 'admission-configuration-required')
      problems.forbid(
        path !== undefined && configuration !== undefined,
        at,
        'admission-path-beside-configuration-refused',
      )
    }
  },
}
