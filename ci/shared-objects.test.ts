import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importsOf } from './testing/imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const texts = new Map(
  ['suites', 'harness/check', 'harness/kit']
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
    .map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]),
)

const declaration =
  /^(?:export )?(?:(?:async )?function (\w+)|class (\w+)|const (\w+)[^=\n]*= (?:async )?(?:<[^>]*>)?\()/

/** Returns the declarations at the top level of a file, each from its name to the next one. */
function declarationsOf(text: string): { name: string; body: string }[] {
  const parts = text.split(/^(?=(?:export |async |function |class |const |interface |type |must|import ))/m)
  return parts.flatMap((body) => {
    const [, ofFunction, ofClass, ofConstant] = declaration.exec(body) ?? []
    const name = ofFunction ?? ofClass ?? ofConstant
    return name === undefined ? [] : [{ name, body: body.slice(body.indexOf(name) + name.length) }]
  })
}

/** Returns the names of the functions that declare a shared object when they are called, directly or not. */
function sharingFunctions(): Set<string> {
  const names = new Set(['shared', 'sharedByName'])
  const declarations = [...texts.values()].flatMap(declarationsOf)
  for (let size = 0; size !== names.size; ) {
    size = names.size
    const calls = new RegExp(`(?<![\\w.])(?:${[...names].join('|')})(?:<[^(]*>)?\\(`)
    for (const { name, body } of declarations) if (calls.test(body)) names.add(name)
  }
  return names
}

/** Returns the suites and modules of suites that a suite or group imports, directly or not, and itself. */
function reachedFrom(path: string): Set<string> {
  const reached = new Set([path])
  for (const file of reached)
    for (const imported of importsOf(file)) if (texts.has(imported)) reached.add(imported)
  return reached
}

// A worker evaluates a module once, and ends its shared objects with the group that was first to import it.
test('the suites of one group alone import a module with shared objects', () => {
  const paths = [...texts.keys()]
  const groups = paths.filter((path) => path.endsWith('.group.ts'))
  const members = new Set(groups.flatMap((group) => importsOf(group)))
  const roots = [...groups, ...paths.filter((path) => path.endsWith('.suite.ts') && !members.has(path))]
  const shares = new RegExp(
    `^(?:export )?const \\w+[^=\\n]*= (?:new )?(?:${[...sharingFunctions()].join('|')})\\b[^\\n]*\\(`,
    'm',
  )
  const sharing = paths.filter(
    (path) => !/\.(?:suite|group)\.ts$/.test(path) && shares.test(texts.get(path) ?? ''),
  )
  const rootsOf = new Map(sharing.map((path) => [path, [] as string[]]))
  for (const start of roots) for (const path of reachedFrom(start)) rootsOf.get(path)?.push(start)

  expect(sharing.length, 'modules with shared objects').toBeGreaterThan(20)
  expect([...rootsOf].filter(([, importers]) => importers.length > 1)).toEqual([])
})
