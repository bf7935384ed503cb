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

/** Mutants in the order in which they are judged, and how they were chosen, for people. */
export interface ChosenMutants {
  readonly mutants: readonly Mutant[]
  readonly how: readonly string[]
}

/**
 * Chooses among mutants in an order that a seed draws: those of files that changed, a share of all, or all.
 * @param root the repository whose changes count
 */
export function chosenMutants(root: string, all: readonly Mutant[], choice: Choice): ChosenMutants {
  const { mutant: named, atMost = Infinity, share, seed } = choice
  if (named !== undefined) {
    const wanted = new Set(named)
    return { mutants: all.filter(({ id }) => wanted.has(id)), how: [] }
  }
  const drawn = inDrawnOrder(all, seed)
  const changed = choice.changed === true ? mutantsOfChangedFiles(root, drawn) : { mutants: [], how: [] }
  const first = changed.mutants.slice(0, atMost)
  const left = changed.mutants.length - first.length
  const rest =
    share !== undefined ? shareOf(drawn, share) : choice.changed === true ? [] : drawn.slice(0, atMost)
  return {
    mutants: [...new Set([...first, ...rest])],
    how: [
      ...changed.how,
      ...(left === 0 ? [] : [`${left} of them are left out by --at-most ${atMost}.`]),
      ...(share === undefined
        ? []
        : [`Share ${share.index} of ${share.of}: ${rest.length} of ${all.length} mutants.`]),
    ],
  }
}

/** Returns mutants in an order that depends only on a seed. */
function inDrawnOrder(all: readonly Mutant[], seed: number): readonly Mutant[] {
  const draw = ({ id }: Mutant): string => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return all
    .map((mutant) => ({ mutant, at: draw(mutant) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ mutant }) => mutant)
}

function mutantsOfChangedFiles(root: string, all: readonly Mutant[]): ChosenMutants {
  const changes = changedFiles(root)
  if (changes === undefined)
    return { mutants: [], how: [`Cannot determine the changes: git has no earlier commit of ${root}.`] }
  const files = new Set(changes.files)
  const mutants = all.filter(({ file }) => file !== undefined && files.has(file))
  return {
    mutants,
    how: [
      `${changes.files.length} files changed since ${changes.since}; ${mutants.length} mutants are in them.`,
    ],
  }
}
