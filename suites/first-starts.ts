import { dialectOf, type FirstStart, type FirstStarts, mergeTrees } from '#kit/launch.ts'
import { attemptApiServer } from '#harness/programs/api-server.ts'
import type { ManagerRole } from '#harness/programs/controller-manager.ts'

/** First starts of the programs before any checks: with default flags, and with the harness's own peers. */
export const firstStarts: FirstStarts = {
  apiserver: async (settings, withinMs) => {
    const { startEtcd } = await import('#mocks/etcd/index.ts')
    const etcd = await startEtcd()
    const options = { settings, storage: etcd.url, peers: [etcd] }
    try {
      return { attempt: await attemptApiServer(options, withinMs), release: () => etcd.stop() }
    } catch (thrown) {
      await etcd.stop()
      throw thrown
    }
  },
  'controller-manager': manager('controller-manager'),
  'cloud-controller-manager': manager('cloud-controller-manager'),
}

/** Returns the first start of a manager with an API server, and with a cloud for a cloud manager. */
function manager(role: ManagerRole): FirstStart {
  return async (settings, withinMs) => {
    const { attemptControllerManager } = await import('#harness/programs/controller-manager.ts')
    const { requestsOf, clientOf, startManagersApi, defaultConfiguration } = await import(
      './shared/controller-manager/default-configuration.ts'
    )
    const { cloudConfiguration } = await import('./shared/controller-manager/cloud-configuration.ts')
    const { startCloud } = await import('#mocks/cloud/index.ts')
    const dialect = dialectOf(settings.target)
    const api = await startManagersApi(dialect)
    const cloud = role === 'cloud-controller-manager' ? await startCloud() : undefined
    const managerPeers = [api, ...(cloud === undefined ? [] : [cloud])]
    const release = async (): Promise<void> => {
      await Promise.all(managerPeers.map((peer) => peer.stop()))
    }
    const baseConfiguration = mergeTrees(defaultConfiguration(role, dialect), clientOf(api))
    const options = {
      settings,
      role,
      peers: managerPeers,
      usual:
        cloud === undefined ? baseConfiguration : mergeTrees(baseConfiguration, cloudConfiguration(cloud)),
      awaits: requestsOf(api),
    }
    try {
      return { attempt: await attemptControllerManager(options, withinMs), release }
    } catch (thrown) {
      await release()
      throw thrown
    }
  }
}
