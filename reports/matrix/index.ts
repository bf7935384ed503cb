import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunEvent } from '#harness/events.ts'
import { resultOf } from '../result.ts'
import { matrixOf } from './matrix.ts'
import { matrixPage } from './page.ts'

/** Writes runs side by side, rule by rule, as a page and as JSON. Returns the path of the page. */
export function writeMatrix(out: string, runs: readonly (readonly RunEvent[])[]): string {
  const matrix = matrixOf(runs.map(resultOf))
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'matrix.json'), `${JSON.stringify(matrix)}\n`)
  const page = join(out, 'index.html')
  writeFileSync(page, matrixPage(matrix))
  return page
}
