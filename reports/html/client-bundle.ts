import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const bundleFile = (name: string): string => readFileSync(resolve(`#page/${name}`), 'utf8').trim()

/** Script of the page, as bundled by the build. */
export const clientScript = bundleFile('page.js')

/** Returns the script of the matrix of implementations. The page of a run does not use it. */
export const matrixScript = (): string => bundleFile('matrix.js')

/** Style sheet of the page, as bundled by the build. */
export const styleSheet = bundleFile('page-style.css')
