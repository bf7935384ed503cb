import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'orch-single-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'single')
const cacheFolder = join(folder, 'cache')
const appFolder = join(folder, 'app')
const script = 'node_modules/orch-conformance/dist/bin/orch-conformance.js'
// Time limit of a test: long enough for several copies of Node and the download of postject.
const slowMs = 180_000

// Packs a small package in place of this package, whose installation takes longer than the rest of the tests. The
// release tests the real package.
beforeAll(() => {
  mkdirSync(join(appFolder, script, '..'), { recursive: true })
  writeFileSync(join(appFolder, 'node_modules/orch-conformance/package.json'), '{ "type": "module" }')
  writeFileSync(
    join(appFolder, script),
    `import { execFileSync } from 'node:child_process'
if (process.argv[2] === 'wait') { console.log('waiting'); setInterval(() => {}, 1000) }
else if (process.argv[2] === 'started-as') console.log(process.env.ORCH_CONFORMANCE_FILE)
else {
  const inner = execFileSync(process.execPath, ['-p', '1 + 1'], { encoding: 'utf8' }).trim()
  console.log(JSON.stringify([inner, ...process.argv.slice(2)]))
  process.exit(7)
}`,
  )
  const makeScript = fileURLToPath(new URL('single-file/make.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [makeScript, appFolder, file], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}, slowMs)

// The single file needs no environment variable and no Node on the PATH.
const env = { PATH: '/nowhere', ORCH_CONFORMANCE_CACHE: cacheFolder }
const run = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(file, words, { env, encoding: 'utf8' })
  return { status, stdout: stdout.trim(), stderr }
}
const unpackedFolder = (): string => join(cacheFolder, readdirSync(cacheFolder)[0] ?? '')

test('the single file runs the package with the embedded Node, and passes on arguments and the exit code', {
  timeout: slowMs,
}, () => {
  const expected = { status: 7, stdout: '["2","run","--only","a b"]', stderr: '' }

  expect(run('run', '--only', 'a b')).toEqual(expected)
  expect(run('run', '--only', 'a b')).toEqual(expected)
  expect(readdirSync(cacheFolder)).toHaveLength(1)
})

test.for([
  ['a relative path', './single', './single'],
  ['an absolute path', file, file],
  ['a name on the PATH', 'single', 'single'],
  ['the name of another program', 'true', realpathSync(folder) + '/single'],
] as const)(
  'the single file tells the package how it was started: %s',
  { timeout: slowMs },
  ([, argv0, name]) => {
    const options = {
      argv0,
      cwd: folder,
      env: { ...env, PATH: `${folder}:/usr/bin` },
      encoding: 'utf8',
    } as const

    expect(spawnSync(file, ['started-as'], options).stdout).toBe(`${name}\n`)
  },
)

test.for([
  ['a changed file', () => appendFileSync(join(unpackedFolder(), script), '\nconsole.log("planted")')],
  ['a missing file', () => rmSync(join(unpackedFolder(), script))],
  ['an added file', () => writeFileSync(join(unpackedFolder(), 'node_modules/orch-conformance/more.js'), '')],
  ['a changed Node program', () => appendFileSync(join(unpackedFolder(), 'node'), 'planted')],
] as const)(
  'the single file unpacks its package again if the cache has %s',
  { timeout: slowMs },
  ([, damage]) => {
    run()
    damage()

    expect(run().stdout).toBe('["2"]')
    expect(existsSync(join(unpackedFolder(), 'node_modules/orch-conformance/more.js'))).toBe(false)
  },
)

test('the single file reports the next step if its cache cannot be written', { timeout: slowMs }, () => {
  const { status, stderr } = spawnSync(file, [], {
    env: { ...env, ORCH_CONFORMANCE_CACHE: join(file, 'cache') },
    encoding: 'utf8',
  })

  expect(status).toBe(3)
  expect(stderr).toContain('Set ORCH_CONFORMANCE_CACHE to a folder that you may write.')
})

test('SIGTERM ends the program that the single file runs', { timeout: slowMs }, async () => {
  const child: ChildProcess = spawn(file, ['wait'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exitStatus = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)))
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  child.kill('SIGTERM')

  expect(await exitStatus).toBe('SIGTERM')
})
