import { nowMs } from '#kit'
import { type ConfigurationTree, type Dialect, file, mergeTrees } from '#kit/launch.ts'
import type { AwaitedFact, ManagerRole } from '#harness/programs/controller-manager.ts'
import {
  type ApiServer,
  type ApiServerOptions,
  type ClientCredentials,
  startApiServer,
} from '#mocks/api-server/index.ts'
import { cloudManagerLeaves, configurationOf, managerLeaves } from './leaves.ts'

const kindHeaders = {
  'controller-manager': {
    apiVersion: 'orchcontrollermanager.config.orch.io/v1alpha1',
    kind: 'OrchControllerManagerConfiguration',
  },
  'cloud-controller-manager': {
    apiVersion: 'cloudcontrollermanager.config.orch.io/v1alpha1',
    kind: 'CloudControllerManagerConfiguration',
  },
} as const

/** Returns every documented field of the kind, which are all required, with one controller that starts quickly. */
export function defaultConfiguration(role: ManagerRole, { programs }: Dialect): ConfigurationTree {
  const isCloud = role === 'cloud-controller-manager'
  const block = isCloud ? 'ServiceController' : 'DeploymentController'
  const leafConfiguration = configurationOf(
    isCloud ? cloudManagerLeaves : managerLeaves,
    ({ usualValues: [value] }) => value,
  )
  const ownControllers = { Generic: { Controllers: [programs[role].controllers?.[block] ?? block] } }
  return { ...kindHeaders[role], ...mergeTrees(leafConfiguration, ownControllers) }
}

/** Returns the settings with which a manager connects to an API server. */
export function clientOf(api: ApiServer, credentials: ClientCredentials = {}): ConfigurationTree {
  const orchconfig = file('client.yaml', api.clientConfiguration(credentials), { verbatim: true })
  return { Generic: { ClientConnection: { orchconfig } } }
}

/** Starts an API server for managers, with the namespace of their own objects. */
export async function startManagersApi(dialect: Dialect, options: ApiServerOptions = {}): Promise<ApiServer> {
  const api = await startApiServer({ groupDomain: dialect.groupDomain, ...options })
  const name = dialect.text('orch-system')
  if (api.hand.get({ resource: 'namespaces', name }) === undefined)
    api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  return api
}

/**
 * Returns the readiness condition of a manager: a request to the API server. Some programs validate their settings only
 * after their port is open.
 */
export function requestsOf(api: ApiServer): AwaitedFact {
  const fromMs = nowMs()
  return {
    what: 'the API server was asked something',
    isTrue: () => api.journal.some(({ atMs }) => atMs >= fromMs),
  }
}
