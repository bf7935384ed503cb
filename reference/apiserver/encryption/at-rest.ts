import type { FlagValues } from '../../flags/flag-values.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import type { Check } from '../../serving/health.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { TransformerOf } from '../storage/transformer.ts'
import type { PluginCheck } from './encryption.ts'
import { plainSealer } from './sealer.ts'
import { transformerOfProviders } from './transform.ts'

/** Encryption of stored values, and checks of the plugins. */
export interface AtRest {
  readonly transformerOf: TransformerOf
  readonly checks: () => Promise<readonly Check[]>
}

/** Milliseconds for which the state of a plugin is cached. */
const checkCacheMs = 1000

/**
 * Configures encryption from the flags. Without a file, values are stored unencrypted. Throws a Refusal for an invalid
 * file.
 */
export async function atRest(flags: FlagValues, report: (problem: string) => void): Promise<AtRest> {
  const file = flags.string('encryption-provider-config')
  const reloads = flags.bool('encryption-provider-config-automatic-reload')
  if (file === undefined) {
    if (reloads && !freedom('reload-without-file-accepted')) {
      throw new Refusal('--encryption-provider-config-automatic-reload: needs --encryption-provider-config')
    }
    const plainTransformer = transformerOfProviders([[plainSealer]])
    return { transformerOf: () => plainTransformer, checks: async () => [] }
  }
  // Loaded only if encryption is configured.
  const { configureEncryption } = await import('./configure.ts')
  const encryption = await configureEncryption(file, flags, report)
  const cachedResults = new WeakMap<PluginCheck, { at: number; problem: Promise<string | undefined> }>()
  const checkCached = (check: PluginCheck) => {
    const cachedResult = cachedResults.get(check)
    if (cachedResult !== undefined && Date.now() - cachedResult.at < checkCacheMs) return cachedResult.problem
    const problem = check()
    cachedResults.set(check, { at: Date.now(), problem })
    return problem
  }
  return {
    transformerOf: (group, resource) => encryption.transformerOf(group, resource),
    async checks() {
      const problems = await Promise.all(encryption.pluginChecks.map(checkCached))
      const isOneCheck = reloads && !(problems.length > 1 && fault('kms-plugins-told-apart-with-reload'))
      if (!isOneCheck) return problems.map((problem, index) => ({ name: `kms-provider-${index}`, problem }))
      return [{ name: 'kms-providers', problem: problems.find((problem) => problem !== undefined) }]
    },
  }
}
