import { formatRanges } from './ranges.ts'
import { otherLines, type ReachFile } from './schema.ts'

/** Lines of a source file that run together. */
export interface Block {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** Lines and the starts that reached them, as one bit for each start. */
interface ReachedBlock extends Block {
  readonly starts: Uint8Array
}

/** Blocks of source files, with the starts of programs that reached each block. */
export class ReachTable {
  readonly #bytes: number
  readonly #blocks = new Map<string, ReachedBlock>()
  /** Files in which lines outside all blocks matter, such as declarations. */
  readonly #filesWithOthers = new Set<string>()

  /** @param starts number of starts; the indexes of starts are smaller */
  constructor(starts: number) {
    this.#bytes = Math.ceil(starts / 8)
  }

  get isEmpty(): boolean {
    return this.#blocks.size === 0
  }

  /** Reports whether the table has a block with this key. */
  has(key: string): boolean {
    return this.#blocks.has(key)
  }

  /** Adds a block of a program, unless the key already has one. */
  addBlock(key: string, block: Block): void {
    if (!this.#blocks.has(key)) this.#blocks.set(key, { ...block, starts: new Uint8Array(this.#bytes) })
  }

  /** Records that a start reached a block. */
  addStart(key: string, start: number): void {
    const starts = this.#blocks.get(key)?.starts
    if (starts !== undefined) starts[start >> 3] = (starts[start >> 3] ?? 0) | (1 << (start & 7))
  }

  /** Records that lines of a file outside its blocks matter to all checks that reach the file. */
  addOtherLines(file: string): void {
    this.#filesWithOthers.add(file)
  }

  /**
   * Returns the lines of each file with the checks that reach them.
   * @param checksOfStart indexes of the checks that used each start
   */
  written(checksOfStart: readonly (readonly number[])[]): Required<Pick<ReachFile, 'sets' | 'files'>> {
    const sets = new Map<string, number>()
    const setBySignature = new Map<string, number>()
    const setOf = (starts: Uint8Array): number => {
      const signature = Buffer.from(starts).toString('latin1')
      const knownSet = setBySignature.get(signature)
      if (knownSet !== undefined) return knownSet
      const text = formatRanges(checksIn(starts, checksOfStart))
      const set = sets.get(text) ?? sets.size
      sets.set(text, set)
      setBySignature.set(signature, set)
      return set
    }
    const files: Record<string, [string, number][]> = {}
    for (const [file, blocks] of [...this.#byFile()].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const linesBySet = new Map<number, number[]>()
      for (const [line, starts] of [...linesOf(blocks)].toSorted(([a], [b]) => a - b)) {
        const set = setOf(starts)
        const lines = linesBySet.get(set)
        if (lines === undefined) linesBySet.set(set, [line])
        else lines.push(line)
      }
      const parts = [...linesBySet].map(
        ([set, lines]) => [formatRanges(lines), set] satisfies [string, number],
      )
      const otherLinesPart = this.#filesWithOthers.has(file)
        ? [[otherLines, setOf(unionOf(blocks))] satisfies [string, number]]
        : []
      files[file] = [...parts, ...otherLinesPart]
    }
    return { sets: [...sets.keys()], files }
  }

  #byFile(): Map<string, ReachedBlock[]> {
    const byFile = new Map<string, ReachedBlock[]>()
    for (const block of this.#blocks.values()) {
      const blocks = byFile.get(block.file)
      if (blocks === undefined) byFile.set(block.file, [block])
      else blocks.push(block)
    }
    return byFile
  }
}

/** Returns the starts that reached each line: a line may have parts of several blocks. */
function linesOf(blocks: readonly ReachedBlock[]): Map<number, Uint8Array> {
  const lines = new Map<number, Uint8Array>()
  for (const { from, to, starts } of blocks)
    for (let line = from; line <= to; line++) {
      const earlierStarts = lines.get(line)
      lines.set(line, earlierStarts === undefined ? starts : joinStarts(earlierStarts, starts))
    }
  return lines
}

function unionOf(blocks: readonly ReachedBlock[]): Uint8Array {
  return blocks.map(({ starts }) => starts).reduce(joinStarts)
}

function joinStarts(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((byte, index) => byte | (other[index] ?? 0))
}

/** Returns the indexes of the checks that used any of these starts, ascending. */
function checksIn(starts: Uint8Array, checksOfStart: readonly (readonly number[])[]): number[] {
  const checks = new Set<number>()
  checksOfStart.forEach((its, start) => {
    if (((starts[start >> 3] ?? 0) & (1 << (start & 7))) !== 0) for (const check of its) checks.add(check)
  })
  return [...checks].toSorted((a, b) => a - b)
}
