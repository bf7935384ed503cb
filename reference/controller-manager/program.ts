import { managerFlags } from '../manager/flags.ts'
import { controllerFreedoms, managerFreedoms } from '../manager/freedoms.ts'
import type { Program } from '../program/program.ts'
import { Refusal } from '../flags/refusal.ts'
import { controllerManagerFaults } from './faults.ts'

/** Definition of the controller manager. */
export const controllerManager: Program = {
  name: 'orch-controller-manager',
  flags: managerFlags,
  faults: controllerManagerFaults,
  freedoms: { ...managerFreedoms, ...controllerFreedoms },
  async start(start) {
    const file = start.flags.string('config')
    if (file === undefined) throw new Refusal('--config: required')
    const { readConfiguration } = await import('../manager/read-configuration.ts')
    const { controllerManagerKind } = await import('./kind.ts')
    const { readMigrationFile } = await import('../manager/migration-file.ts')
    const config = await readConfiguration(file, controllerManagerKind, await readMigrationFile(start))
    const { controllers } = await import('./controllers/all.ts')
    const { checkMaterial, runControllers } = await import('../manager/engine/run.ts')
    checkMaterial(controllers, config)
    const { serveManager } = await import('../manager/serve.ts')
    await serveManager(start, controllerManagerKind, config, ({ api, say }, takes) => {
      say('the control loops run')
      void runControllers(controllers, api, config, takes)
    })
  },
}
