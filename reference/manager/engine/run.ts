import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../api.ts'
import type { Configuration } from '../configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { sharedCloudFields } from '../fields/cloud.ts'
import type { GenericField } from '../kind.ts'
import { asServiceAccount } from '../service-account.ts'
import { type Controller, Loop } from './controller.ts'

/** Configuration with the blocks that both managers have. */
export type SharedConfiguration = Pick<
  Configuration<GenericField | (typeof sharedCloudFields)[number]>,
  'value' | 'effective'
>

/** Returns the enabled control loops of a manager. */
function enabledControllers<C extends SharedConfiguration>(
  controllers: readonly Controller<C>[],
  config: C,
): readonly Controller<C>[] {
  const list = config.value('/Generic/Controllers')
  const isForcedOn = (name: string) => name === 'cronjob-controller' && fault('cron-jobs-always-enabled')
  return controllers.filter(
    ({ name, isOffByDefault = false }) => isEnabled(name, list, isOffByDefault) || isForcedOn(name),
  )
}

/**
 * Reports whether a list enables a name. The first item for the name determines the result. Without such an item, `*`
 * enables a name that is on by default.
 */
export function isEnabled(name: string, list: readonly string[], isOffByDefault = false): boolean {
  const isStarIgnored =
    isOffByDefault && list.includes('*') && fault('controllers-off-by-default-not-enabled-with-star')
  if (isStarIgnored) return false
  const items = list.filter((item) => item === name || item === `-${name}`)
  const [firstItem] = items
  const lastItem = items.at(-1)
  if (firstItem === undefined && list.includes('*') && isOffByDefault)
    return fault('controllers-star-enables-all')
  if (firstItem === undefined && list.includes('*')) return !fault('controllers-star-enables-none')
  if (firstItem === undefined) return fault('controllers-unnamed-enabled')
  if (firstItem !== lastItem && fault('controllers-last-item-wins')) return lastItem === name
  if (list[0] === '*' && firstItem !== name && fault('controllers-star-counts-as-item')) return true
  return firstItem === name
}

/** Reads the files that the configuration names. Throws a Refusal when a file cannot be used. */
export function checkMaterial<C extends SharedConfiguration>(
  controllers: readonly Controller<C>[],
  config: C,
): void {
  for (const controller of enabledControllers(controllers, config)) controller.check?.(config)
}

/** Starts the control loops sequentially. */
export async function runControllers<C extends SharedConfiguration>(
  controllers: readonly Controller<C>[],
  api: Api,
  config: C,
  takes: (controller: string) => boolean,
): Promise<void> {
  const usesOwnAccounts =
    config.value('/OrchCloudShared/UseServiceAccountCredentials') ||
    fault('service-account-credentials-always')
  const sharedLoop = new Loop(api, config)
  const intervalMs = config.value('/Generic/ControllerStartInterval')
  const waitMs = fault('controllers-started-late') ? 8 * intervalMs : intervalMs
  const startedControllers = enabledControllers(controllers, config).filter(({ name }) => takes(name))
  for (const [number, controller] of startedControllers.entries()) {
    // Sequential: the interval is the time between two starts.
    if (number > 0 && waitMs > 0 && !(number > 1 && fault('start-interval-once'))) await pause(waitMs)
    const identity = fault('service-account-credentials-shared') ? startedControllers[0] : controller
    const loop = usesOwnAccounts
      ? new Loop(await asServiceAccount(api, identity?.name ?? ''), config)
      : sharedLoop
    controller.start(loop)
  }
}
