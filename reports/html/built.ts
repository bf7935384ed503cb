import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const built = (name: string): string => readFileSync(resolve(`#page/${name}`), 'utf8').trim()

/** The page's script, as the build bundled it. */
export const clientScript = built('page.js')

/** The script of the matrix of implementations; no run needs it. */
export const matrixScript = (): string => built('matrix.js')

/** The page's style sheet, as the build bundled it. */
export const styleSheet = built('page-style.css')
