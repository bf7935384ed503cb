import type { Configuration } from '../../manager/configuration.ts'
import type { Controller as AnyController, Loop as AnyLoop } from '../../manager/engine/controller.ts'
import type { ControllerManagerField } from '../kind.ts'

/** The configuration of the controller manager. */
export type ManagerConfiguration = Configuration<ControllerManagerField>

/** A control loop of the controller manager. */
export type Controller = AnyController<ManagerConfiguration>

/** What the control loops of the controller manager work with. */
export type Loop = AnyLoop<ManagerConfiguration>
