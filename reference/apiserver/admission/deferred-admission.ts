import type { Admission } from '../objects/admission.ts'
import type { PluginServices } from './plugin.ts'
import { selectPlugins } from './selection.ts'

/**
 * Returns the chain of plugins, created at the first change, or at the start if a file must be validated. Throws a
 * Refusal.
 */
export async function deferredAdmission(services: Omit<PluginServices, 'config'>): Promise<Admission> {
  const { flags } = services
  const selection = selectPlugins(flags)
  const makeAdmission = async () => (await import('./configure.ts')).configureAdmission(services)
  const isNeededAtStart =
    flags.isSet('admission-control-config-file') || selection.isMeantOn('ImagePolicyWebhook')
  let chain = isNeededAtStart ? Promise.resolve(await makeAdmission()) : undefined
  return async (proposal) => {
    chain ??= makeAdmission()
    return (await chain)(proposal)
  }
}
