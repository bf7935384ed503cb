import { attachDetachController } from './attach-detach.ts'
import { autoscalingController } from './autoscaling.ts'
import { bootstrapTokenCleaner } from './bootstrap-tokens.ts'
import { childControllers, ephemeralVolumeController } from './child-objects.ts'
import { endpointsController } from './endpoints.ts'
import type { Controller } from './controller.ts'
import { policyStatusController, ttlController } from './finished-jobs.ts'
import { garbageCollector } from './garbage-collector.ts'
import { namespaceController } from './namespaces.ts'
import { nodeIpamController } from './node-ipam.ts'
import { nodeLifecycleController } from './node-lifecycle.ts'
import { podCollector } from './pod-gc.ts'
import { quotaController } from './quota.ts'
import { signingController } from './signing.ts'
import { mirroringController, sliceController } from './slices.ts'
import { tokenCleaner, tokenController } from './tokens.ts'
import { volumeBinder } from './volume-binder.ts'

/** All control loops of the controller manager. */
export const controllers: readonly Controller[] = [
  ...childControllers,
  ephemeralVolumeController,
  ttlController,
  policyStatusController,
  endpointsController,
  sliceController,
  mirroringController,
  quotaController,
  namespaceController,
  garbageCollector,
  podCollector,
  signingController,
  tokenController,
  tokenCleaner,
  autoscalingController,
  nodeIpamController,
  nodeLifecycleController,
  attachDetachController,
  volumeBinder,
  bootstrapTokenCleaner,
]
