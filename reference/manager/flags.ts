import { flag } from '../flags/flag.ts'

/** Flags of a controller manager. The documents define the configuration file, but not how the program finds it. */
export const managerFlags = [
  flag('config', 'string', 'file that configures everything'),
  flag('leader-migration-config', 'string', 'file of the settings of a leader migration'),
  flag('help', 'help', 'prints this text', { short: 'h' }),
  flag('version', 'version[=true]', 'prints the version and ends, or sets it'),
]

/** Name of a flag of a controller manager. */
export type ManagerFlag = (typeof managerFlags)[number]['name']
