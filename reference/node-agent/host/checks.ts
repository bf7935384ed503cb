import { readFileSync, statfsSync } from 'node:fs'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'

/** File system type of cgroups version 2 in the statistics of a file system. */
const cgroup2Type = 0x63677270

/** Kernel settings that the node agent requires. */
const expectedSettings: Readonly<Record<string, number>> = {
  'vm/overcommit_memory': 1,
  'vm/panic_on_oom': 0,
  'kernel/panic': 10,
  'kernel/panic_on_oops': 1,
  'kernel/keys/root_maxkeys': 1_000_000,
  'kernel/keys/root_maxbytes': 25_000_000,
}

/** Throws a Refusal when the configuration does not permit this machine. */
export function checkHost(flags: FlagValues, config: AgentConfiguration): void {
  if (flags.bool('fail-cgroupv1') && isCgroup1() && !fault('cgroup-v1-accepted'))
    throw new Refusal('--fail-cgroupv1: this machine has cgroups of version 1')
  if (isSwapEnabled() && isSwapRejected(config)) throw new Refusal('--fail-swap-on: swap is on')
  if (!config.bool('protect-kernel-defaults')) return
  const deviatingSetting = Object.entries(expectedSettings).find(
    ([name, value]) => readSetting(name) !== value,
  )
  if (deviatingSetting !== undefined && !fault('kernel-defaults-unprotected'))
    throw new Refusal(`--protect-kernel-defaults: ${deviatingSetting[0]} is not ${deviatingSetting[1]}`)
}

function isSwapRejected(config: AgentConfiguration): boolean {
  return config.bool('fail-swap-on') ? !fault('swap-accepted') : fault('swap-never-accepted')
}

function isCgroup1(): boolean {
  return statfsSync('/sys/fs/cgroup').type !== cgroup2Type
}

function isSwapEnabled(): boolean {
  return readLines('/proc/swaps').length > 1
}

function readSetting(name: string): number {
  return Number(readLines(`/proc/sys/${name}`)[0])
}

function readLines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}
