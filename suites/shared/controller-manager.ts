import { inject } from 'vitest'
import { currentCheck } from '#harness/check/context.ts'
import { launching } from '#harness/check/launching.ts'
import type { Dialect } from '#harness/dialect/dialect.ts'
import { dialectOf } from '#harness/target/dialects.ts'
import { type ConfigurationTree, merged } from '#harness/launch/configuration.ts'
import type { FileValue, Flags } from '#harness/launch/flags.ts'
import type { Peer } from '#harness/peer.ts'
import {
  attemptControllerManager,
  type ControllerManager,
  type ControllerManagerOptions,
  type ManagerRole,
} from '#harness/programs/controller-manager.ts'
import type { ApiServer, ApiServerOptions, ClientCredentials } from '#mocks/api-server/index.ts'
import { asked, clientOf, startManagersApi, usualConfiguration } from './controller-manager/usual.ts'

/** What a check starts a controller manager with, beside the usual. */
export interface ManagerSpec {
  /** Default `controller-manager`. */
  readonly role?: ManagerRole
  /** What the check is about, in the document's object tree; where the target cannot be told that, it is not applicable. */
  readonly configuration?: ConfigurationTree
  /** What else is unlike the usual; where the target cannot be told that, it stays as it is. */
  readonly beside?: ConfigurationTree
  /** JSON pointers of what the configuration leaves out. */
  readonly without?: readonly string[]
  /** Makes the whole file of the complete configuration. */
  readonly whole?: (configuration: ConfigurationTree) => FileValue['content']
  /** An API server that the check looks at, and that outlives the manager; default one of its own. */
  readonly api?: ApiServer
  /** What the client configuration file tells about who asks. */
  readonly credentials?: ClientCredentials
  /** What must have happened before it counts as ready; default: the API server was asked something. */
  readonly awaits?: ControllerManagerOptions['awaits']
  readonly flags?: Flags
  readonly env?: Readonly<Record<string, string>>
  /** Peers beside the API server. */
  readonly peers?: readonly Peer[]
}

/** How checks have controller managers started, each on an API server of its own unless they say otherwise. */
export const {
  start: startManager,
  shared: sharedManager,
  outcome: managerOutcome,
  sharedOutcome: sharedManagerOutcome,
  expectAccepted: expectManagerAccepted,
  expectRefusal: expectManagerRefusal,
} = launching<ManagerSpec, ControllerManager>({
  try: async (spec, withinMs, pace) => {
    const { api = await startApi(), awaits = asked(api), peers = [], beside = {} } = spec
    const release = async (): Promise<void> => {
      if (spec.api === undefined) await api.stop()
    }
    const { role = 'controller-manager', configuration, without, whole, flags, env } = spec
    const options: ControllerManagerOptions = {
      settings: inject('settings'),
      role,
      usual: merged(merged(usualConfiguration(role, dialect()), clientOf(api, spec.credentials)), beside),
      awaits,
      peers: [api, ...peers],
      ...(configuration && { stated: configuration }),
      ...(without && { without }),
      ...(whole && { whole }),
      ...(flags && { flags }),
      ...(env && { env }),
    }
    try {
      return { attempt: await attemptControllerManager(options, withinMs, pace), release }
    } catch (thrown) {
      await release()
      throw thrown
    }
  },
})

/** The API server of one check alone; it is stopped when the check has ended. */
export async function checkApi(options: ApiServerOptions = {}): Promise<ApiServer> {
  const api = await startApi(options)
  currentCheck().defer(() => api.stop())
  return api
}

/** What a controller is called, by its block of the configuration. */
export function controllerName(block: string, role: ManagerRole = 'controller-manager'): string {
  return dialect().programs[role].controllers?.[block] ?? block
}

async function startApi(options: ApiServerOptions = {}): Promise<ApiServer> {
  return startManagersApi(dialect(), options)
}

function dialect(): Dialect {
  return dialectOf(inject('settings').target)
}
