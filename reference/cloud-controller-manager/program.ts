import { managerFlags } from '../manager/flags.ts'
import { managerFreedoms } from '../manager/freedoms.ts'
import type { Program } from '../program/program.ts'
import { Refusal } from '../flags/refusal.ts'
import { cloudManagerFaults } from './faults.ts'

/** Definition of the cloud controller manager. */
export const cloudControllerManager: Program = {
  name: 'cloud-controller-manager',
  flags: managerFlags,
  faults: cloudManagerFaults,
  freedoms: managerFreedoms,
  async start(start) {
    const file = start.flags.string('config')
    if (file === undefined) throw new Refusal('--config: required')
    const { readConfiguration } = await import('../manager/read-configuration.ts')
    const { cloudManagerKind } = await import('./kind.ts')
    const { readMigrationFile } = await import('../manager/migration-file.ts')
    const config = await readConfiguration(file, cloudManagerKind, await readMigrationFile(start))
    const { cloudOf, requireTaggedCluster } = await import('./cloud.ts')
    const cloud = cloudOf(config)
    await requireTaggedCluster(cloud, config)
    const { cloudControllers } = await import('./controllers/all.ts')
    const { runControllers } = await import('../manager/engine/run.ts')
    const { serveManager } = await import('../manager/serve.ts')
    await serveManager(start, cloudManagerKind, config, ({ api, say }, takes) => {
      say('the control loops run')
      void runControllers(cloudControllers(cloud), api, config, takes)
    })
  },
}
