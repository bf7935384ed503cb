import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { templatesFolder, readTemplate, makeRunner } from './testing/templates.ts'

test('the user of the image can write to the working directory', () => {
  const text = readTemplate('kubernetes/Containerfile')
  const [, folder] = /^WORKDIR (\S+)$/m.exec(text) ?? []
  const [, user] = /^USER (\S+)$/m.exec(text) ?? []

  expect(text).toContain(`chown ${user} /image${folder}`)
})

test('no template installs an unpublished package', () => {
  const texts = [
    'github/workflow.yml',
    'github/action.yml',
    'gitlab/orch-conformance.yml',
    'kubernetes/Containerfile',
    'air-gap/README.md',
    'README.md',
  ].map(readTemplate)

  for (const text of texts) {
    expect(text).not.toMatch(
      /npm install[^\n]* orch-conformance(?!-0)|orch-conformance@|=orch-conformance$|package: orch-conformance$/m,
    )
  }
  expect(readTemplate('github/workflow.yml')).toContain('uses: ./node_modules/orch-conformance/ci/github')
})

test('no example installs an unpublished package by its name', () => {
  const folder = fileURLToPath(new URL('../docs/example/peers/', import.meta.url))
  const files = readdirSync(folder).filter((name) => /\.m?[jt]s$/.test(name))
  const heads = files.map((name) => readFileSync(join(folder, name), 'utf8').split('import ')[0] ?? '')
  const installers = heads.filter((head) => head.includes('npm install'))

  expect(installers.length).toBeGreaterThan(8)
  for (const head of installers) expect(head).toMatch(/ \.\/orch-conformance-peers-0\.1\.0\.tgz$/m)
})

test.for(['../README.md', '../docs/quick-start.md'])(
  'the steps without Node of %s run the file of a release',
  (page) => {
    const [, steps = ''] = readTemplate(page).split('**Without Node**')
    const [, script = ''] = /```sh\n([^]*?)```/.exec(steps) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'release-'))
    writeFileSync(join(folder, 'orch-conformance-linux-x64'), '#!/bin/sh\necho "ran $*"\n')
    const release = `sha256sum orch-conformance-linux-x64 > SHA256SUMS
    echo ${'0'.repeat(64)}  orch-conformance-darwin-arm64 >> SHA256SUMS`
    const run = (text: string) => spawnSync('sh', ['-euc', text], { cwd: folder, encoding: 'utf8' })

    expect(run(`${release}\n${script}`).stdout).toContain('ran run --only authn.anonymous.*')
    expect(readTemplate('release/workflow.yml')).toContain('platform: linux-x64')
    appendFileSync(join(folder, 'orch-conformance-linux-x64'), '# changed')
    expect(run(script)).toMatchObject({ status: 1, stdout: expect.not.stringContaining('ran') as string })
  },
)

test('the archive for a machine without a network contains the program, which starts after unpacking', () => {
  const { folder, path } = makeRunner({
    npm: 'while [ "$1" != --prefix ]; do shift; done; mkdir -p "$2/node_modules/.bin"; echo "$3" > "$2/node_modules/.bin/orch-conformance"; chmod +x "$2/node_modules/.bin/orch-conformance"',
  })
  const packRun = spawnSync(
    'bash',
    [join(templatesFolder, 'air-gap/pack.sh'), './orch-conformance-0.1.0.tgz'],
    {
      cwd: folder,
      env: { PATH: path, ORCH_OS: 'linux' },
      encoding: 'utf8',
    },
  )
  expect(packRun.status, packRun.stderr).toBe(0)

  const [, , recipe = ''] = readTemplate('air-gap/README.md').split('```sh')
  const unpackScript = `${recipe.split('```')[0]}\ncat "$(command -v orch-conformance)"`
  const { status, stdout } = spawnSync('sh', ['-euc', unpackScript], {
    cwd: folder,
    env: { PATH: path },
    encoding: 'utf8',
  })
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, './orch-conformance-0.1.0.tgz'])
})
