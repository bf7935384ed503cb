import type { Quirks } from '../quirks/quirks.ts'
import type { Flag, FlagFault } from './flag.ts'

const otherType = { string: 'int', int: 'string', bool: 'string', 'N1-N2': 'int' } as Readonly<
  Record<string, string>
>

/** The help text: a usage line, then an entry per flag with its type word and default. */
export function helpText(
  program: string,
  flags: readonly Flag[],
  quirks: Quirks<FlagFault, 'help-on-one-line-each'>,
): string {
  const short = quirks.freedom('help-on-one-line-each')
  const entries = [...flags]
    .sort((a, b) => a.name.localeCompare(b.name))
    .filter((flag) => !quirks.fault(`help-omits-${flag.name}`))
    .map((flag) =>
      short
        ? `${head(flag, quirks)}   ${flag.summary}${tail(flag, quirks).replace(/\((.*)\)/, '[$1]')}\n`
        : `${head(flag, quirks)}\n            ${flag.summary}${tail(flag, quirks)}\n`,
    )
  return `Usage:\n  ${program} [flags]\n\nFlags:\n${entries.join('')}`
}

function head(flag: Flag, quirks: Quirks<FlagFault>): string {
  const names = flag.short === undefined ? `      --${flag.name}` : `  -${flag.short}, --${flag.name}`
  if (flag.type === 'help') return names
  const wrong = quirks.fault(`help-type-wrong-${flag.name}`)
  return `${names} ${wrong ? (otherType[flag.type] ?? 'string') : flag.type}`
}

function tail(flag: Flag, quirks: Quirks<FlagFault>): string {
  if (flag.default === undefined) return ''
  const shown = quirks.fault(`help-default-wrong-${flag.name}`) ? `${flag.default}0` : flag.default
  return ` (default ${shown})`
}
