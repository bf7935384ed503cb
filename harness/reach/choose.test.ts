import { expect, test } from 'vitest'
import { chooseChecks } from './choose.ts'
import type { ChangedFile, Hunk } from './diff.ts'
import type { ReachFile } from './schema.ts'

const planned = ['start', 'token', 'slow', 'audit', 'new'].map((id) => ({
  id: `authn.${id}/works`,
  rule: `authn.${id}`,
}))
const works = (...names: readonly string[]): string[] => names.map((name) => `authn.${name}/works`)

// Four recorded checks: all reach line 10, `token` and `slow` also reach line 20, and `slow` reaches other lines as
// well.
const reach: ReachFile = {
  schemaVersion: 1,
  checks: [
    ['authn.start/works', 300],
    ['authn.token/works', 200],
    ['authn.slow/works', 100],
    ['authn.audit/works', 50],
  ],
  sets: ['0-3', '1-2', '2', ''],
  files: {
    'auth.go': [
      ['10-12', 0],
      ['20', 1],
      ['30', 3],
      ['*', 0],
    ],
    'audit.ts': [['40-80', 2]],
  },
}

const removing = (line: number, text = 'code()'): Hunk => ({ removed: new Map([[line, text]]), added: [] })
const adding = (after: number, text = 'code()'): Hunk => ({ removed: new Map(), added: [{ after, text }] })
const change = (name: string, ...hunks: readonly Hunk[]): ChangedFile => ({
  before: name,
  after: name,
  hunks,
})
const reachedBy = (...changes: readonly ChangedFile[]): readonly string[] =>
  chooseChecks({ ...reach, unknown: '' }, changes, planned.slice(0, 4)).reached

test('checks of the changed line that the fewest checks reach come first, then checks with fewer lines, then faster checks', () => {
  expect(reachedBy(change('auth.go', removing(20)))).toEqual(works('token', 'slow'))
  expect(reachedBy(change('auth.go', removing(10), removing(20)))).toEqual(
    works('token', 'slow', 'audit', 'start'),
  )
})

test('an added line selects the checks of the lines around it, or of the line that it replaces', () => {
  const replacing: Hunk = { removed: new Map([[20, 'a()']]), added: [{ after: 20, text: 'b()' }] }

  expect(reachedBy(change('auth.go', adding(19)))).toEqual(works('token', 'slow'))
  expect(reachedBy(change('auth.go', replacing))).toEqual(works('token', 'slow'))
  expect(reachedBy(change('audit.ts', adding(90)))).toEqual(works('slow'))
})

test('a changed line outside all recorded blocks selects all checks of its file, unless the line has no code', () => {
  expect(reachedBy(change('auth.go', removing(3, 'const a = 1')))).toHaveLength(4)
  expect(
    ['', '  // why', '\t/* why', ' * why', 'import "a"', '\t"k8s.io/api"'].flatMap((text) =>
      reachedBy(change('auth.go', removing(3, text), adding(4, text))),
    ),
  ).toEqual([])
  // A recording of V8 contains every line with code, so a missing line is a type.
  expect(reachedBy(change('audit.ts', removing(3, 'interface A {')))).toEqual([])
})

test('a changed line that no check reaches selects no check', () => {
  expect(reachedBy(change('auth.go', removing(30)))).toEqual([])
})

test('checks with unknown reach come last, and only if recorded lines changed', () => {
  const choose = (name: string, text?: string) =>
    chooseChecks({ ...reach, unknown: '0' }, [change(name, removing(20, text))], planned)

  expect(choose('auth.go')).toEqual({
    reached: works('token', 'slow', 'start', 'new'),
    unknown: 2,
    files: ['auth.go'],
    otherFiles: [],
  })
  expect(choose('auth.go', '// why').reached).toEqual([])
  expect(choose('README.md')).toEqual({ reached: [], unknown: 0, files: [], otherFiles: ['README.md'] })
})

test('a file written by hand selects checks by globs', () => {
  const byHand: ReachFile = {
    schemaVersion: 1,
    files: { 'src/tokens/': ['authn.t*'], 'src/audit.c': ['authn.audit/works', 'authn.s*'] },
  }
  const choose = (name: string) => chooseChecks(byHand, [change(name, adding(1))], planned)

  expect(choose('src/tokens/jwt.c').reached).toEqual(works('token', 'new'))
  expect(choose('src/audit.c')).toMatchObject({ reached: works('audit', 'start', 'slow', 'new'), unknown: 1 })
})
