import { createHash } from 'node:crypto'
import type { Shard } from '../engine/shards.ts'
import { changedFiles } from '../prove/changed-files.ts'
import { shareOf } from '../prove/shares.ts'
import type { Mutant } from './list.ts'

/** Selection of mutants. */
export interface Choice {
  readonly mutant?: readonly string[]
  readonly changed?: boolean
  readonly atMost?: number
  readonly share?: Shard
  readonly seed: number
}

/** Mutants in the order in which they are tested, and lines about their selection. */
export interface ChosenMutants {
  readonly mutants: readonly Mutant[]
  readonly explanation: readonly string[]
}

/**
 * Chooses mutants, in an order that a seed draws: the mutants of changed files, a share of all mutants, or all mutants.
 * @param root the repository whose changed files are used
 */
export function chooseMutants(root: string, mutants: readonly Mutant[], choice: Choice): ChosenMutants {
  const { mutant: named, atMost = Infinity, share, seed } = choice
  if (named !== undefined) {
    const wantedIds = new Set(named)
    return { mutants: mutants.filter(({ id }) => wantedIds.has(id)), explanation: [] }
  }
  const drawnMutants = drawOrder(mutants, seed)
  const changedMutants =
    choice.changed === true ? mutantsOfChangedFiles(root, drawnMutants) : { mutants: [], explanation: [] }
  const limitedMutants = changedMutants.mutants.slice(0, atMost)
  const omittedCount = changedMutants.mutants.length - limitedMutants.length
  const drawnShare =
    share !== undefined
      ? shareOf(drawnMutants, share)
      : choice.changed === true
        ? []
        : drawnMutants.slice(0, atMost)
  return {
    mutants: [...new Set([...limitedMutants, ...drawnShare])],
    explanation: [
      ...changedMutants.explanation,
      ...(omittedCount === 0 ? [] : [`${omittedCount} of them are left out by --at-most ${atMost}.`]),
      ...(share === undefined
        ? []
        : [`Share ${share.index} of ${share.of}: ${drawnShare.length} of ${mutants.length} mutants.`]),
    ],
  }
}

/** Returns mutants in an order that depends only on a seed. */
function drawOrder(mutants: readonly Mutant[], seed: number): readonly Mutant[] {
  const hashOf = ({ id }: Mutant): string => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return mutants
    .map((mutant) => ({ mutant, at: hashOf(mutant) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ mutant }) => mutant)
}

function mutantsOfChangedFiles(root: string, mutants: readonly Mutant[]): ChosenMutants {
  const changes = changedFiles(root)
  if (changes === undefined)
    return {
      mutants: [],
      explanation: [`Cannot determine the changes: git has no earlier commit of ${root}.`],
    }
  const files = new Set(changes.files)
  const changedMutants = mutants.filter(({ file }) => file !== undefined && files.has(file))
  return {
    mutants: changedMutants,
    explanation: [
      `${changes.files.length} files changed since ${changes.since}; ${changedMutants.length} mutants are in them.`,
    ],
  }
}
