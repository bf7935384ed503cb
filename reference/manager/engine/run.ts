import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../api.ts'
import type { Configuration } from '../configuration.ts'
import type { ManagerQuirks } from '../faults.ts'
import type { sharedCloudFields } from '../fields/cloud.ts'
import type { GenericField } from '../kind.ts'
import { asServiceAccount } from '../service-account.ts'
import { type Controller, Loop } from './controller.ts'

/** A configuration with the blocks that both managers have. */
export type SharedConfiguration = Pick<
  Configuration<GenericField | (typeof sharedCloudFields)[number]>,
  'value' | 'effective'
>

/** The control loops that are to run, of all that a manager has. */
function enabledControllers<C extends SharedConfiguration>(
  controllers: readonly Controller<C>[],
  config: C,
  quirks: ManagerQuirks,
): readonly Controller<C>[] {
  const list = config.value('/Generic/Controllers')
  const isAlways = (name: string) => name === 'cronjob-controller' && quirks.fault('cron-jobs-always-enabled')
  return controllers.filter(
    ({ name, isOffByDefault = false }) => isEnabled(name, list, quirks, isOffByDefault) || isAlways(name),
  )
}

/** Whether a list enables a name: the first item for it decides, and without one the star, if it is on by default. */
export function isEnabled(
  name: string,
  list: readonly string[],
  quirks: ManagerQuirks,
  isOffByDefault = false,
): boolean {
  const isForgotten =
    isOffByDefault && list.includes('*') && quirks.fault('controllers-off-by-default-not-enabled-with-star')
  if (isForgotten) return false
  const items = list.filter((item) => item === name || item === `-${name}`)
  const [first] = items
  const last = items.at(-1)
  if (first === undefined && list.includes('*') && isOffByDefault)
    return quirks.fault('controllers-star-enables-all')
  if (first === undefined && list.includes('*')) return !quirks.fault('controllers-star-enables-none')
  if (first === undefined) return quirks.fault('controllers-unnamed-enabled')
  if (first !== last && quirks.fault('controllers-last-item-wins')) return last === name
  if (list[0] === '*' && first !== name && quirks.fault('controllers-star-counts-as-item')) return true
  return first === name
}

/** Reads what the files of the configuration hold; throws a Refusal when one cannot be used. */
export function checkMaterial<C extends SharedConfiguration>(
  controllers: readonly Controller<C>[],
  config: C,
  quirks: ManagerQuirks,
): void {
  for (const controller of enabledControllers(controllers, config, quirks)) controller.check?.(config, quirks)
}

/** Starts the control loops, one after the other. */
export async function runControllers<C extends SharedConfiguration>(
  controllers: readonly Controller<C>[],
  api: Api,
  config: C,
  quirks: ManagerQuirks,
  takes: (controller: string) => boolean,
): Promise<void> {
  const own =
    config.value('/OrchCloudShared/UseServiceAccountCredentials') ||
    quirks.fault('service-account-credentials-always')
  const shared = new Loop(api, config, quirks)
  const intervalMs = config.value('/Generic/ControllerStartInterval')
  const waitMs = quirks.fault('controllers-started-late') ? 8 * intervalMs : intervalMs
  const chosen = enabledControllers(controllers, config, quirks).filter(({ name }) => takes(name))
  for (const [number, controller] of chosen.entries()) {
    // One by one: that is what the interval is about.
    if (number > 0 && waitMs > 0) await pause(waitMs)
    const identity = quirks.fault('service-account-credentials-shared') ? chosen[0] : controller
    const loop = own ? new Loop(await asServiceAccount(api, identity?.name ?? ''), config, quirks) : shared
    controller.start(loop)
  }
}
