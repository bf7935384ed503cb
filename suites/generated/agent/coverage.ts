import { type AgentCase, fields, type SourceValues } from './model.ts'

/** Returns the coverage of a case: the sources that set a field, and the sources that set whole stages and gates. */
export function coverageOf({ said: sourceValues, gates }: AgentCase): readonly string[] {
  const namedGates = { ...gates.file, ...gates.flag }
  return [
    ...fields.map(({ flag }) => sourcesOf(sourceValues[flag])),
    ...Object.keys(gates.file)
      .filter((name) => name in gates.flag)
      .map(() => 'a gate of both'),
    ...(['AllAlpha', 'AllBeta'] as const).flatMap((name) =>
      namedGates[name] === undefined ? [] : [`${name} ${namedGates[name]}`],
    ),
  ]
}

function sourcesOf(sourceValues: SourceValues | undefined): string {
  return (
    Object.keys(sourceValues ?? {})
      .sort()
      .join(' and ') || 'nobody'
  )
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  'nobody',
  'file',
  'dropIn',
  'flag',
  'dropIn and file',
  'dropIn and flag',
  'file and flag',
  'dropIn and file and flag',
  'a gate of both',
  ...['AllAlpha', 'AllBeta'].flatMap((name) => [`${name} true`, `${name} false`]),
]
