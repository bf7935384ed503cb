import { sourceAt } from '#kit/tables.ts'
import type { SourceValues } from './model.ts'

const defaults = 'pkg/kubelet/apis/config/v1beta1/defaults.go'

// Defaults of a configuration file that differ from the defaults of the flags.
const otherInFile: Readonly<Record<string, string>> = {
  '--anonymous-auth': sourceAt(defaults, 'L92-L94'),
  '--authorization-mode': sourceAt(defaults, 'L101-L103'),
}

/** Returns the known deviation of a dialect in a field, and its source. */
export function deviationOf(
  dialect: string,
  { flag, values: sourceValues }: { readonly flag: string; readonly values: SourceValues },
): string | undefined {
  if (dialect !== 'kubernetes') return undefined
  if (flag === '--log-text-split-stream' && sourceValues.flag === undefined) {
    const source = sourceAt('staging/src/k8s.io/component-base/logs/api/v1/options.go', 'L370')
    return `the flags, read again over the files, switch it off: ${source}`
  }
  if (flag === '--cpu-manager-reconcile-period' && Object.keys(sourceValues).length === 0)
    return `it is always 10 seconds where nobody says anything: ${sourceAt(defaults, 'L175-L177')}`
  const source = otherInFile[flag]
  if (source !== undefined && Object.keys(sourceValues).length === 0)
    return `a configuration file brings defaults of its own: ${source}`
  return undefined
}
