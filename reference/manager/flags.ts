import { flag } from '../flags/flag.ts'

/** The flags of a controller manager: the documents give it a file, and say nothing of how the file is handed over. */
export const managerFlags = [
  flag('config', 'string', 'file that configures everything'),
  flag('leader-migration-config', 'string', 'file of the settings of a leader migration'),
  flag('help', 'help', 'prints this text', { short: 'h' }),
  flag('version', 'version[=true]', 'prints the version and ends, or sets it'),
]

/** The name of a flag of a controller manager. */
export type ManagerFlag = (typeof managerFlags)[number]['name']
