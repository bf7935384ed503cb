import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '#harness/target/find.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const docs = join(root, 'docs')
const project = mkdtempSync(join(tmpdir(), 'docs-test-'))

interface ShownCommand {
  readonly command: string
  readonly exitCode: number
}

/** Returns the commands that a page shows, with the documented exit code. */
function shownCommandsIn(page: string): ShownCommand[] {
  const blocks = readFileSync(join(docs, page), 'utf8').matchAll(/^```console\n(.*?)^```/gms)
  return [...blocks].flatMap(([, block = '']) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('$ '))
      .map((line) => {
        const [, command = '', code = '0'] = /^\$ (.*?)(?: # exits with (\d+))?$/.exec(line) ?? []
        return { command, exitCode: Number(code) }
      }),
  )
}

// An empty project with the published form of the package. Its dependencies are links.
beforeAll(() => {
  const tarballName = execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const modules = join(project, 'node_modules')
  const installedPackage = join(modules, 'orch-conformance')
  mkdirSync(installedPackage, { recursive: true })
  const archive = join(project, tarballName.trim().split('\n').at(-1) ?? '')
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', installedPackage])
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  // Sets the mode that an installation sets.
  chmodSync(join(installedPackage, 'dist', 'bin', 'orch-conformance.js'), 0o755)
  mkdirSync(join(modules, '.bin'))
  symlinkSync('../orch-conformance/dist/bin/orch-conformance.js', join(modules, '.bin', 'orch-conformance'))
  cpSync(join(docs, 'example'), join(project, 'example'), { recursive: true })
}, 120_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

const pages = readdirSync(docs).filter((name) => name.endsWith('.md') && shownCommandsIn(name).length > 0)
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Runs a shell command in the project. */
function inProject(command: string) {
  return spawnSync('bash', ['-c', `set -o pipefail; ${command}`], { cwd: project, encoding: 'utf8' })
}

describe.each(pages)('%s', (page) => {
  const shownCommands = shownCommandsIn(page)

  test.skipIf(!hasPython && shownCommands.some(({ command }) => command.includes('example/')))(
    'each command of the page works with the packed package in an empty folder',
    { timeout: 300_000 },
    () => {
      for (const { command, exitCode } of shownCommands) {
        const { status, stdout, stderr } = inProject(command)
        expect(status, `${command}\n${stdout}\n${stderr}`).toBe(exitCode)
      }
    },
  )
})

const check = 'authn.anonymous.conditions/refuses-another-path-without-credentials'
const run = 'npx orch-conformance run --target kubernetes --only authn.anonymous.conditions --jobs 1'

/** First steps of each of the three readers, on a real API server. */
const journeys: Readonly<Record<string, readonly ShownCommand[]>> = {
  'a maintainer gates a build': [
    { command: 'npx orch-conformance doctor --target kubernetes', exitCode: 0 },
    { command: `${run} --out before`, exitCode: 0 },
    { command: `${run} --out after --shard 1/1`, exitCode: 0 },
    { command: 'npx orch-conformance compare before after', exitCode: 0 },
    { command: 'npx orch-conformance trend before after before --format html > trend.html', exitCode: 0 },
  ],
  // Whole profiles take minutes, so the certificate is tested on the reference alone.
  'a vendor disputes a check, and a part is no certificate': [
    { command: `${run} --out part`, exitCode: 0 },
    { command: 'npx orch-conformance verify part', exitCode: 1 },
    { command: `npx orch-conformance challenge ${check} --run part`, exitCode: 0 },
  ],
  'an engineer takes a check apart': [
    { command: `${run} --out whole`, exitCode: 0 },
    { command: `npx orch-conformance repro ${check} --run whole --out folder`, exitCode: 0 },
    { command: 'npx orch-conformance repro run folder | grep "as before"', exitCode: 0 },
  ],
}

test.skipIf(findProgram('kube-apiserver') === undefined).for(Object.entries(journeys))(
  '%s, on the API server of Kubernetes that was found',
  { timeout: 600_000 },
  ([, steps]) => {
    for (const step of steps) {
      const { status, stdout, stderr } = inProject(step.command)
      expect(status, `${step.command}\n${stdout}\n${stderr}`).toBe(step.exitCode)
    }
  },
)

test('every link between pages has an existing target', () => {
  const texts = ['README.md', 'CONTRIBUTING.md', ...readdirSync(docs).map((name) => `docs/${name}`)]
  const brokenLinks = texts
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].flatMap(
        ([, to = '']) =>
          spawnSync('test', ['-e', join(root, file, '..', to)]).status === 0 ? [] : [`${file}: ${to}`],
      ),
    )

  expect(brokenLinks).toEqual([])
})

test('every message of the troubleshooting page occurs in the product', () => {
  const page = readFileSync(join(docs, 'troubleshooting.md'), 'utf8')
  const messages = [...page.matchAll(/^\*\*`(.+?)`|or \*\*`(.+?)`/gm)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  const sources = execFileSync(
    'git',
    ['grep', '--no-index', '-h', '-F', '-e', "'", '-e', '`', '--', 'harness', 'mocks', ':!*.test.ts'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    },
  )
  // The middle of a message may contain a value.
  const isInSources = (message: string): boolean => sources.includes(message)

  expect(messages.length).toBeGreaterThan(12)
  expect(messages.filter((message) => !isInSources(message))).toEqual([])
})

describe('the first check', () => {
  const example = readFileSync(join(docs, 'example', 'first-check.suite.ts'), 'utf8')

  test('the first check is the same on its page and in the example', () => {
    expect(readFileSync(join(docs, 'first-check.md'), 'utf8')).toContain(example)
  })

  test.skipIf(!hasPython)(
    'the first check passes on the reference, and fails on a server that ignores the flag',
    { timeout: 300_000 },
    () => {
      // The output of a build.
      const folder = join(project, 'node_modules', 'orch-conformance', 'dist', 'suites', 'first-check')
      mkdirSync(folder)
      const { code } = transformSync(example, { loader: 'ts', format: 'esm' })
      writeFileSync(join(folder, 'first-check.suite.js'), code)
      try {
        const run = "npx orch-conformance run --only 'first-check.*' --format json"
        const reference = inProject(run)
        const server = inProject(`${run} --target example/target.yaml`)

        expect([reference.status, server.status], reference.stderr + server.stderr).toEqual([0, 1])
        expect(verdictsIn(reference.stdout)).toEqual(['held', 'held'])
        expect(verdictsIn(server.stdout)).toEqual(['held', 'broken'])
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})

function verdictsIn(run: string): readonly string[] {
  return (JSON.parse(run) as { checks: { verdict: string }[] }).checks.map(({ verdict }) => verdict)
}
