import type { Cloud } from '../cloud.ts'
import type { Controller } from './controller.ts'
import { nodeController } from './nodes.ts'
import { nodeLifecycleController } from './node-lifecycle.ts'
import { routeController } from './routes.ts'
import { serviceController } from './services.ts'

/** Returns all control loops of the cloud controller manager. */
export function cloudControllers(cloud: Cloud): readonly Controller[] {
  return [nodeController, nodeLifecycleController, serviceController, routeController].map((make) =>
    make(cloud),
  )
}
