import type { Configuration } from '../../manager/configuration.ts'
import type { Controller as AnyController, Loop as AnyLoop } from '../../manager/engine/controller.ts'
import type { CloudManagerField } from '../kind.ts'

/** Configuration of the cloud controller manager. */
export type CloudConfiguration = Configuration<CloudManagerField>

/** Control loop of the cloud controller manager. */
export type Controller = AnyController<CloudConfiguration>

/** Services of the control loops of the cloud controller manager. */
export type Loop = AnyLoop<CloudConfiguration>
