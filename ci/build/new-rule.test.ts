import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error The module has no types, because Node runs it directly.
import { faultsFileFor as faultsFile, withFault as fault } from './fault-text.mjs'
// @ts-expect-error The module has no types, because Node runs it directly.
import { withRule as rule } from './rule-text.mjs'

const withRule = rule as (file: string, id: string, text?: string) => string
const faultsFileFor = faultsFile as (root: string, file: string, role: string) => string
const withFault = fault as (text: string, name: string) => string
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

// Time limit of a test: the compiler and the linter read all imports of the suites.
const limitMs = 180_000

const files = {
  'suites/1-apiserver-configuration/tracing/begun.suite.ts': 'tracing.rate.half',
  'suites/2-controller-manager-configuration/begun.suite.ts': 'manager.generic.begun',
  'suites/3-command-line-flags/node-agent/begun.suite.ts': 'agent.begun.rule',
}
const existingFile = 'suites/1-apiserver-configuration/authentication/file/audiences.suite.ts'

describe('a new rule', () => {
  let directory = ''

  // A directory with links to all imports, so that no other test sees the temporary files.
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'new-rule-'))
    for (const name of ['package.json', 'node_modules', 'harness', 'mocks', 'protos', 'documents'])
      symlinkSync(join(root, name), join(directory, name))
    mkdirSync(join(directory, 'suites'))
    symlinkSync(join(root, 'suites', 'shared'), join(directory, 'suites', 'shared'))
    const settings = { extends: join(root, 'tsconfig.json'), include: ['suites'], exclude: [] }
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings))
    for (const [file, id] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, file)), { recursive: true })
      writeFileSync(join(directory, file), withRule(file, id))
    }
    mkdirSync(dirname(join(directory, existingFile)), { recursive: true })
    const original = readFileSync(join(root, existingFile), 'utf8')
    writeFileSync(join(directory, existingFile), withRule(existingFile, 'authn.file.begun', original))
  })

  test('a new rule compiles in a new file and in an existing file', { timeout: limitMs }, async () => {
    const tsc = join(root, 'node_modules/typescript/lib/tsc.js')

    await expect(run(process.execPath, [tsc, '-p', join(directory, 'tsconfig.json')])).resolves.toMatchObject(
      { stdout: '' },
    )
  })

  test('a new rule passes the linter', { timeout: limitMs }, async () => {
    const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
    const config = join(root, 'oxlint.config.mjs')
    const argv = [
      oxlint,
      '-c',
      config,
      '--type-aware',
      '--deny-warnings',
      ...Object.keys(files),
      existingFile,
    ]

    await expect(run(process.execPath, argv, { cwd: directory })).resolves.toMatchObject({
      stdout: expect.stringContaining('Found 0 warnings and 0 errors') as string,
    })
  })

  test('a new rule has an accepted case first, and a near miss that detects a fault', () => {
    const text = withRule('suites/1-apiserver-configuration/tracing/begun.suite.ts', 'tracing.rate.half')

    expect(text.match(/^  (accepts|refuses)\(\{ title/gm)).toEqual(['  accepts({ title', '  refuses({ title'])
    expect(text).toContain(".sees('rate-half-missed')")
    expect(text).toContain("from '../../shared/api-server.ts'")
  })

  test('a new rule adds missing names to an existing import', () => {
    const original = "import { expectRefusal, startServer } from '../../shared/api-server.ts'\n"
    const text = withRule('suites/1-apiserver-configuration/x/y.suite.ts', 'tracing.rate.half', original)

    expect(text).toContain(
      "import { expectRefusal, startServer, expectAccepted } from '../../shared/api-server.ts'\n",
    )
  })

  test('a new rule does not repeat an import', () => {
    const original = readFileSync(join(root, existingFile), 'utf8')
    const imports = withRule(existingFile, 'authn.file.begun', original).match(/ from '#kit'$/gm)

    expect(imports).toHaveLength(1)
  })
})

describe('the fault of a new rule', () => {
  test.for([
    [existingFile, 'apiserver', 'apiserver/config/authentication/faults.json'],
    ['suites/1-apiserver-configuration/tracing/begun.suite.ts', 'apiserver', 'apiserver/tracing/faults.json'],
    ['suites/3-command-line-flags/node-agent/pods/begun.suite.ts', 'node-agent', 'node-agent/pods/'],
    ['suites/2-controller-manager-configuration/begun.suite.ts', 'controller-manager', 'manager/'],
    ['suites/1-apiserver-configuration/nowhere/begun.suite.ts', 'apiserver', 'apiserver/'],
  ] as const)(
    'the fault of a new rule in %s is listed in the file of the %s that its neighbours use',
    ([file, role, expected]) => {
      expect(faultsFileFor(root, file, role)).toContain(`reference/${expected}`)
    },
  )

  test('the fault of a new rule is listed once, at the end of its list', () => {
    const original = '{\n  "one-missed": "row: does one"\n}\n'
    const changedText = withFault(original, 'half-missed')

    expect(changedText).toMatch(
      /^\{\n {2}"one-missed": "row: does one",\n {2}"half-missed": "to fill in: .*"\n\}\n$/,
    )
    expect(withFault(changedText, 'half-missed')).toBe(changedText)
  })
})
