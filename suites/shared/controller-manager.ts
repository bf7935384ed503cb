import { inject } from 'vitest'
import { currentCheck, launching, type Peer } from '#kit'
import {
  type ConfigurationTree,
  type Dialect,
  dialectOf,
  type FileValue,
  type Flags,
  mergeTrees,
} from '#kit/launch.ts'
import {
  attemptControllerManager,
  type ControllerManager,
  type ControllerManagerOptions,
  type ManagerRole,
} from '#harness/programs/controller-manager.ts'
import type { ApiServer, ApiServerOptions, ClientCredentials } from '#mocks/api-server/index.ts'
import {
  requestsOf,
  clientOf,
  startManagersApi,
  defaultConfiguration,
} from './controller-manager/default-configuration.ts'

/** Settings of a check for a controller manager, in addition to the defaults. */
export interface ManagerSpec {
  /** Default: `controller-manager`. */
  readonly role?: ManagerRole
  /**
   * Settings under test, in the document's object tree. The check is not applicable if the target cannot be configured
   * with them.
   */
  readonly configuration?: ConfigurationTree
  /** Further settings that differ from the defaults. Settings that the target does not have are left out. */
  readonly extraConfiguration?: ConfigurationTree
  /** JSON pointers of settings that the configuration leaves out. */
  readonly omittedFields?: readonly string[]
  /** Returns the whole file of the complete configuration. */
  readonly wholeFile?: (configuration: ConfigurationTree) => FileValue['content']
  /** An API server that the check reads, and that outlives the manager. Default: a separate API server. */
  readonly api?: ApiServer
  /** Credentials in the client configuration file. */
  readonly credentials?: ClientCredentials
  /** Condition for readiness. Default: the API server has received a request. */
  readonly awaits?: ControllerManagerOptions['awaits']
  readonly flags?: Flags
  readonly env?: Readonly<Record<string, string>>
  /** Peers in addition to the API server. */
  readonly peers?: readonly Peer[]
}

/** Starts of controller managers in checks, each with a separate API server unless specified otherwise. */
export const {
  start: startManager,
  shared: sharedManager,
  outcome: managerOutcome,
  sharedOutcome: sharedManagerOutcome,
  expectAccepted: expectManagerAccepted,
  expectRefusal: expectManagerRefusal,
} = launching<ManagerSpec, ControllerManager>({
  try: async (spec, withinMs, pace) => {
    const {
      api = await startApi(),
      awaits = requestsOf(api),
      peers = [],
      extraConfiguration: further = {},
    } = spec
    const release = async (): Promise<void> => {
      if (spec.api === undefined) await api.stop()
    }
    const { role = 'controller-manager', configuration, omittedFields, wholeFile, flags, env } = spec
    const options: ControllerManagerOptions = {
      settings: inject('settings'),
      role,
      usual: mergeTrees(
        mergeTrees(defaultConfiguration(role, dialect()), clientOf(api, spec.credentials)),
        further,
      ),
      awaits,
      peers: [api, ...peers],
      ...(configuration && { stated: configuration }),
      ...(omittedFields && { without: omittedFields }),
      ...(wholeFile && { whole: wholeFile }),
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

/** Starts an API server for the running check, after which it is stopped. */
export async function checkApi(options: ApiServerOptions = {}): Promise<ApiServer> {
  const api = await startApi(options)
  currentCheck().defer(() => api.stop())
  return api
}

/** Returns the name of a controller, by its block of the configuration. */
export function controllerName(block: string, role: ManagerRole = 'controller-manager'): string {
  return dialect().programs[role].controllers?.[block] ?? block
}

async function startApi(options: ApiServerOptions = {}): Promise<ApiServer> {
  return startManagersApi(dialect(), options)
}

function dialect(): Dialect {
  return dialectOf(inject('settings').target)
}
