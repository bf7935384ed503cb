import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'

// `import './timeout.suite.js'` and `await import('./timeout.suite.js')`.
const memberPattern = /\bimport\(?\s*'(\.[^']+\.suite\.js)'/g

/**
 * Returns the modules that the engine loads, relative to `suitesDir`: the groups, and the suite files that belong to no
 * group. All suites of a group run in one worker, so that they share the servers that their modules declare.
 * @throws HarnessError `harness-fault` if a group imports a file that does not exist, or two groups import the same
 * file
 */
export function suiteModules(suitesDir: string): string[] {
  const names = readdirSync(suitesDir, { recursive: true, encoding: 'utf8' }).map(toPosixPath).toSorted()
  const groups = names.filter((name) => name.endsWith('.group.js'))
  const groupBySuite = new Map<string, string>()
  for (const group of groups) {
    for (const suite of membersOf(suitesDir, group)) {
      const existingGroup = groupBySuite.get(suite)
      if (existingGroup !== undefined)
        throw new HarnessError('harness-fault', `${suite} is in two groups: ${existingGroup} and ${group}.`)
      groupBySuite.set(suite, group)
    }
  }
  return names.filter(
    (name) => groups.includes(name) || (name.endsWith('.suite.js') && !groupBySuite.has(name)),
  )
}

function membersOf(suitesDir: string, group: string): string[] {
  const path = join(suitesDir, group)
  return [...readFileSync(path, 'utf8').matchAll(memberPattern)].map(([, specifier = '']) => {
    const suite = resolve(dirname(path), specifier)
    if (!existsSync(suite))
      throw new HarnessError('harness-fault', `${group} imports ${specifier}, which does not exist.`)
    return toPosixPath(relative(suitesDir, suite))
  })
}

function toPosixPath(path: string): string {
  return path.replaceAll('\\', '/')
}
