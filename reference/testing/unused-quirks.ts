import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { QuirkList } from '../quirks/quirks.ts'

const programs = ['apiserver', 'controller-manager', 'cloud-controller-manager', 'node-agent'] as const

const referenceDirectory = fileURLToPath(new URL('..', import.meta.url))
const listPattern = /\/faults\/|\/freedoms\/|\/(faults|loop-faults|freedoms)\.ts$|\.test\.ts$|\/generated\//

/**
 * Returns the names of a program's faults and freedoms that neither its code nor the shared code queries, except names
 * that are generated from tables.
 */
export function unusedQuirks(
  program: (typeof programs)[number],
  quirks: QuirkList,
  fromTemplates: readonly RegExp[],
): readonly string[] {
  const code = readdirSync(referenceDirectory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && (name.startsWith(`${program}/`) || !isProgramFault(name)))
    .map((name) => join(referenceDirectory, name))
    .filter((path) => !listPattern.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  return Object.keys(quirks).filter(
    (name) => !fromTemplates.some((template) => template.test(name)) && !code.includes(`'${name}'`),
  )
}

function isProgramFault(name: string): boolean {
  return programs.some((program) => name.startsWith(`${program}/`))
}
