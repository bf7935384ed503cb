import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeRunner } from './testing/templates.ts'

test('a machine whose packages have no cosign goes on to the packages of this project', () => {
  const { folder } = makeRunner({
    'chromium-headless-shell': '',
    etcd: '',
    etcdctl: '',
    'apt-get': 'case "$*" in *cosign*) exit 100 ;; esac',
    npm: 'exit 77',
  })
  mkdirSync(join(folder, '.ci'))
  copyFileSync(fileURLToPath(new URL('../.ci/run', import.meta.url)), join(folder, '.ci/run'))
  for (const name of ['bash', 'sh', 'dirname', 'rm']) symlinkSync(pathOf(name), join(folder, 'bin', name))
  const { status, stdout } = spawnSync(pathOf('bash'), [join(folder, '.ci/run')], {
    env: { PATH: join(folder, 'bin') },
    encoding: 'utf8',
  })

  expect(stdout).toContain('cosign cannot be installed')
  expect([stdout.includes('== packages'), status]).toEqual([true, 77])
})

function pathOf(name: string): string {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
}
