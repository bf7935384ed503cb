import type { Configuration } from '../../manager/configuration.ts'
import type { Controller as AnyController, Loop as AnyLoop } from '../../manager/engine/controller.ts'
import type { CloudManagerField } from '../kind.ts'

/** The configuration of the cloud controller manager. */
export type CloudConfiguration = Configuration<CloudManagerField>

/** A control loop of the cloud controller manager. */
export type Controller = AnyController<CloudConfiguration>

/** What the control loops of the cloud controller manager work with. */
export type Loop = AnyLoop<CloudConfiguration>
