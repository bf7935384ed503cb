import type { Configuration } from '../../manager/configuration.ts'
import type { Controller as AnyController, Loop as AnyLoop } from '../../manager/engine/controller.ts'
import type { ControllerManagerField } from '../kind.ts'

/** Configuration of the controller manager. */
export type ManagerConfiguration = Configuration<ControllerManagerField>

/** Control loop of the controller manager. */
export type Controller = AnyController<ManagerConfiguration>

/** Services of the control loops of the controller manager. */
export type Loop = AnyLoop<ManagerConfiguration>
