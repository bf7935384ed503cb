import type { Problems } from '../../../config/problems.ts'
import { freedom } from '../../../quirks/quirks.ts'
import type { ResourceConfig } from './fields.ts'
import { coversName, isWildcard } from './names.ts'
import type { FaultName } from '../../../quirks/names.ts'

/** Name or wildcard of a list, with its position. */
interface ListedResource {
  readonly text: string
  readonly entry: number
  readonly path: string
}

/** Checks that wildcards do not overlap, in one list or between entries. */
export function validateCoverage(entries: readonly ResourceConfig[], problems: Problems): void {
  const listedResources = entries.flatMap(({ resources }, entry) =>
    (resources ?? []).map((text, index) => ({
      text,
      entry,
      path: `resources[${entry}].resources[${index}]`,
    })),
  )
  for (const [index, listedResource] of listedResources.entries()) {
    validateForm(listedResource, problems)
    for (const earlier of listedResources.slice(0, index)) validatePair(earlier, listedResource, problems)
  }
}

function validateForm({ text, path }: ListedResource, problems: Problems): void {
  problems.forbid(text === '*.*', path, 'wildcard-for-all-refused')
  problems.forbid(text === '*.', path, 'wildcard-for-core-refused')
  problems.forbid(isWildcard(text) && text.length > 2 && text !== '*.*', path, 'wildcard-for-group-refused')
  problems.forbid(!isWildcard(text) && text.includes('.'), path, 'resource-with-group-refused')
  if (text.includes('*') && !isWildcard(text)) problems.add(path, 'no form of a wildcard')
}

function validatePair(earlier: ListedResource, later: ListedResource, problems: Problems): void {
  const isSameList = earlier.entry === later.entry
  const message = `overlaps ${JSON.stringify(earlier.text)}`
  if (isWildcard(earlier.text) && isWildcard(later.text)) {
    const isOverlap = coversName(earlier.text, later.text) || coversName(later.text, earlier.text)
    if (isOverlap) problems.require(false, later.path, message, overlapFault(earlier, later))
    else {
      const fault = isSameList
        ? 'disjoint-wildcards-in-list-refused'
        : 'disjoint-wildcards-between-entries-refused'
      problems.forbid(true, later.path, fault)
    }
    return
  }
  if (isWildcard(later.text) && coversName(later.text, earlier.text) && !isSameList) {
    problems.forbid(true, later.path, 'name-before-wildcard-refused')
    return
  }
  // The documents do not specify the effect of a name next to or after a wildcard that covers it, or of a repeated
  // name.
  const isRedundant =
    coversName(earlier.text, later.text) || (isSameList && coversName(later.text, earlier.text))
  const hasWildcard = isWildcard(earlier.text) || isWildcard(later.text)
  if (isRedundant && (hasWildcard || isSameList) && !freedom('covered-resource-names-accepted')) {
    problems.add(later.path, message)
  }
}

/**
 * Returns the fault of a pair of overlapping wildcards. In one list and between entries, the faults are separate.
 */
function overlapFault(earlier: ListedResource, later: ListedResource): FaultName {
  const location = earlier.entry === later.entry ? 'in-list' : 'between-entries'
  if (later.entry - earlier.entry > 1) return 'overlap-between-distant-entries-accepted'
  if (earlier.text === later.text) return `same-wildcard-${location}-accepted`
  const otherText = earlier.text === '*.*' ? later.text : earlier.text
  const kind = otherText === '*.' ? 'core' : 'group'
  return `all-and-${kind}-wildcard-${location}-accepted`
}
