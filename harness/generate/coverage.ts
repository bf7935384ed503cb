import type { Area } from './area.ts'

/** Returns how often drawn cases visited each row, boundary and combination, including those never visited. */
export function coverageOf<Case>(
  { coverage: visits, coverable: visitable }: Pick<Area<Case>, 'coverage' | 'coverable'>,
  cases: readonly Case[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(visitable.map((name) => [name, 0]))
  for (const testCase of cases)
    for (const name of new Set(visits(testCase))) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
