import type { Source } from '#kit/tables.ts'

// These rows name the short form, too.
const keys: Readonly<Record<string, string>> = { '--help': '-h, --help', '--v': '-v, --v' }
// Both families of audit flags have these suffixes: the keys of their rows omit the family.
const ofFamily =
  /^(--audit-(?:log|webhook))-(batch-buffer-size|batch-max-size|batch-max-wait|batch-throttle-burst|batch-throttle-enable|batch-throttle-qps|mode|truncate-enabled|truncate-max-batch-size|truncate-max-event-size|version)$/

/** Row of a flag of the API server; `aspect` distinguishes several rules of one row. */
export function flagRow(flag: string, aspect?: string): Source {
  const section = flag.startsWith('--audit-') ? 'Audit flags of the API server' : 'API server flags'
  const [, family, suffix] = ofFamily.exec(flag) ?? []
  if (family === undefined || suffix === undefined) return place(section, keyOf(flag), aspect)
  return place(section, suffix, [`of ${family}`, ...(aspect === undefined ? [] : [aspect])].join(', '))
}

/** Row of a flag of the node agent; `aspect` distinguishes several rules of one row. */
export function agentFlagRow(flag: string, aspect?: string): Source {
  return place('Node agent flags', keyOf(flag), aspect)
}

function keyOf(flag: string): string {
  return keys[flag] ?? flag
}

function place(section: string, row: string, aspect: string | undefined): Source {
  return { document: 3, section, rows: [row], ...(aspect !== undefined && { aspect }) }
}
