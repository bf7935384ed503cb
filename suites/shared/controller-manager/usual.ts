import { nowMs } from '#harness/time.ts'
import type { Dialect } from '#harness/dialect/dialect.ts'
import { type ConfigurationTree, merged } from '#harness/launch/configuration.ts'
import { file } from '#harness/launch/flags.ts'
import type { Fact, ManagerRole } from '#harness/programs/controller-manager.ts'
import {
  type ApiServer,
  type ApiServerOptions,
  type ClientCredentials,
  startApiServer,
} from '#mocks/api-server/index.ts'
import { cloudManagerLeaves, configurationOf, managerLeaves } from './leaves.ts'

const kinds = {
  'controller-manager': {
    apiVersion: 'orchcontrollermanager.config.orch.io/v1alpha1',
    kind: 'OrchControllerManagerConfiguration',
  },
  'cloud-controller-manager': {
    apiVersion: 'cloudcontrollermanager.config.orch.io/v1alpha1',
    kind: 'CloudControllerManagerConfiguration',
  },
} as const

/** Every documented field of the kind, which marks them all required, with one controller, which is quickly started. */
export function usualConfiguration(role: ManagerRole, { programs }: Dialect): ConfigurationTree {
  const isCloud = role === 'cloud-controller-manager'
  const block = isCloud ? 'ServiceController' : 'DeploymentController'
  const leaves = configurationOf(isCloud ? cloudManagerLeaves : managerLeaves, ({ usual }) => usual)
  const own = { Generic: { Controllers: [programs[role].controllers?.[block] ?? block] } }
  return { ...kinds[role], ...merged(leaves, own) }
}

/** What leads a manager to an API server. */
export function clientOf(api: ApiServer, credentials: ClientCredentials = {}): ConfigurationTree {
  const orchconfig = file('client.yaml', api.clientConfiguration(credentials), { verbatim: true })
  return { Generic: { ClientConnection: { orchconfig } } }
}

/** An API server for managers: the namespace is there in which they keep what is their own. */
export async function startManagersApi(dialect: Dialect, options: ApiServerOptions = {}): Promise<ApiServer> {
  const api = await startApiServer({ groupDomain: dialect.groupDomain, ...options })
  const name = dialect.text('orch-system')
  if (api.hand.get({ resource: 'namespaces', name }) === undefined)
    api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  return api
}

/** A port that is open proves little: some programs judge their settings only after it is. */
export function asked(api: ApiServer): Fact {
  const fromMs = nowMs()
  return {
    what: 'the API server was asked something',
    isTrue: () => api.journal.some(({ atMs }) => atMs >= fromMs),
  }
}
