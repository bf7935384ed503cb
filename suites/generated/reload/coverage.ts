import type { ListedProviders, ReloadCase } from './model.ts'

/** Returns the changes between the files of a case. */
export function coverageOf({ files, restarts }: ReloadCase): readonly string[] {
  return files.slice(1).flatMap((currentFile, at) => {
    const previousFile = files[at]
    const isRestored = files
      .slice(0, at)
      .some((earlierFile) => JSON.stringify(earlierFile) === JSON.stringify(currentFile))
    return [
      changeText(previousFile, currentFile),
      ...(isRestored && changeText(previousFile, currentFile) !== 'unchanged' ? ['put back'] : []),
      ...(restarts[at + 1] ? ['restart'] : []),
    ]
  })
}

function changeText(from: ListedProviders, to: ListedProviders): string {
  if (JSON.stringify(from) === JSON.stringify(to)) return 'unchanged'
  if (from === undefined) return 'added'
  if (to === undefined) return 'removed'
  const [before, after] = [from.map((one) => JSON.stringify(one)), to.map((one) => JSON.stringify(one))]
  if (before[0] !== after[0]) return after.includes(String(before[0])) ? 'other writer' : 'replaced writer'
  return 'same writer'
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  'unchanged',
  'added',
  'removed',
  'other writer',
  'replaced writer',
  'same writer',
  'put back',
  'restart',
]
