/** Help of one flag. */
export interface HelpEntry {
  /** Word after the flag's name; absent for flags that need no value. */
  readonly type?: string
  /** Default without quotes and brackets; absent if the help does not show it. */
  readonly default?: string
  /** Complete text after the flag's name. */
  readonly text: string
  /** True if the entry calls the flag deprecated. */
  readonly deprecated?: true
}

// Matches a flag's name at the beginning of a line, after its short form if it has one.
const start = /^([ \t]*(?:-\w, ?)?[ \t]*)--([a-zA-Z0-9][\w.-]*)/gm

/**
 * Returns the entries of a help text. An entry is the text from its flag's name to the name of the next flag at the
 * beginning of a line.
 */
export function readHelp(text: string): ReadonlyMap<string, HelpEntry> {
  const entryMatches = [...text.matchAll(start)]
  const column = usualColumn(entryMatches.map(([, before = '']) => before.length))
  // Flag names outside of the usual column are part of a description.
  const entries = entryMatches.filter(([, before = '']) => before.length === column)
  return new Map(
    entries.map((match, index) => {
      const entryEnd = entries[index + 1]?.index ?? text.length
      return [`--${match[2]}`, readEntry(text.slice(match.index + match[0].length, entryEnd))] as const
    }),
  )
}

function usualColumn(columns: readonly number[]): number | undefined {
  const countsByColumn = new Map<number, number>()
  for (const column of columns) countsByColumn.set(column, (countsByColumn.get(column) ?? 0) + 1)
  return [...countsByColumn].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

function readEntry(body: string): HelpEntry {
  // Matches the type, which follows the name after one space or an equals sign.
  const word = /^(?:[ =](\S+)|\[=([^\s\]]+)\])(?=[ \t]{2}|[ \t]*\n|[ \t]*$)/.exec(body)
  const type = word?.[1] ?? word?.[2]
  const shownDefault =
    [...body.matchAll(/[([]defaults?(?: to)?[:= ]+("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^)\]]*)[)\]]/gi)].at(
      -1,
    )?.[1] ?? /["'`]([^"'`\s]+)["'`] \(default\)/.exec(body)?.[1]
  return {
    text: body,
    ...(type !== undefined && { type }),
    ...(shownDefault !== undefined && { default: shownDefault.replace(/^["'[](.*)["'\]]$/s, '$1') }),
    ...(/\bdeprecated\b/i.test(body) && { deprecated: true }),
  }
}

const number = /^(u?int(8|16|32|64)?|integer|number|count|level)$/i
const float = /^(float(32|64)?|double|number)$/i
const bool = /^(bool(ean)?|true|false|true\|false)$/i
const duration = /^(go)?duration$/i
const listType = /^(strings|strings?(slice|array|list)|list|\[\]string|\w+(,\w+)*,\.{3}|\w+\.\.\.)$/i

const meanings: Readonly<Record<string, (shown: string | undefined) => boolean>> = {
  // Booleans need no type.
  bool: (shown) => shown === undefined || bool.test(shown),
  int: (shown) => shown !== undefined && number.test(shown),
  float: (shown) => shown !== undefined && float.test(shown),
  duration: (shown) => shown !== undefined && duration.test(shown),
  strings: (shown) => shown !== undefined && listType.test(shown),
  'string N1-N2': (shown) => meanings['string']?.(shown) === true,
  // Strings may have other type words, such as path, URL or address.
  string: (shown) =>
    shown !== undefined && ![number, float, bool, duration, listType].some((other) => other.test(shown)),
}

/** Returns the documented type if the shown word means it, otherwise the shown word. Special types accept any word. */
export function normalType(documented: string, shown: Pick<HelpEntry, 'type'> | undefined): string {
  if (shown === undefined) return 'no entry'
  const isDocumentedType =
    meanings[documented] ?? ((word) => word !== undefined && !/^string$/i.test(word) && !bool.test(word))
  return isDocumentedType(shown.type) ? documented : (shown.type ?? 'no type')
}

const zeroValues = new Set(['false', '0', '0s', '', '[]'])

/**
 * Returns the documented default if the entry shows it, otherwise the shown default. A zero default may be left out.
 */
export function normalDefault(documented: string, shown: Pick<HelpEntry, 'default'> | undefined): string {
  if (shown === undefined) return 'no entry'
  if (shown.default === undefined) return zeroValues.has(documented) ? documented : 'no default'
  return shown.default === documented.replace(/^\[(.*)\]$/, '$1') ? documented : shown.default
}
