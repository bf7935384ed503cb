import { fault, freedom } from '../quirks/quirks.ts'
import type { Flag } from './flag.ts'

const wrongTypes = { string: 'int', int: 'string', bool: 'string', 'N1-N2': 'int' } as Readonly<
  Record<string, string>
>

/** Returns the help text: a usage line, then an entry for each flag with its type word and default. */
export function helpText<Name extends string>(program: string, flags: readonly Flag<Name>[]): string {
  const isOneLine = freedom('help-on-one-line-each')
  const entries = [...flags]
    .sort((a, b) => a.name.localeCompare(b.name))
    .filter((flag) => !fault(`help-omits-${flag.name}`))
    .map((flag) => {
      const suffixText = isOneLine ? defaultSuffix(flag).replace(/\((.*)\)/, '[$1]') : defaultSuffix(flag)
      const text = `${summaryOf(flag)}${suffixText}${deprecationOf(flag)}`
      const lines = [text, ...(flag.details?.() ?? [])].join('\n                ')
      return `${headOf(flag)}${isOneLine ? '   ' : '\n            '}${lines}\n`
    })
  return `Usage:\n  ${program} [flags]\n\nFlags:\n${entries.join('')}`
}

function headOf<Name extends string>(flag: Flag<Name>): string {
  const names = flag.short === undefined ? `      --${flag.name}` : `  -${flag.short}, --${flag.name}`
  if (flag.type === 'help') return names
  const isTypeWrong = fault(`help-type-wrong-${flag.name}`)
  return `${names} ${isTypeWrong ? (wrongTypes[flag.type] ?? 'string') : flag.type}`
}

function summaryOf<Name extends string>({ name, summary, advice }: Flag<Name>): string {
  const isAdviceMissing = advice === undefined || fault(`help-advice-missing-${name}`)
  return isAdviceMissing ? summary : `${summary}; ${advice}`
}

function defaultSuffix<Name extends string>(flag: Flag<Name>): string {
  if (flag.default === undefined) return ''
  const shownDefault = fault(`help-default-wrong-${flag.name}`) ? `${flag.default}0` : flag.default
  return ` (default ${shownDefault})`
}

function deprecationOf<Name extends string>(flag: Flag<Name>): string {
  if (flag.deprecated === undefined || fault(`help-deprecation-omitted-${flag.name}`)) return ''
  return ` (deprecated: ${flag.deprecated})`
}
