import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { firstBadBuild } from '#harness/cli/bisect.ts'
import { path } from './wrapped-programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'bisect-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const cli = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))

function writeBuild(name: string, flagsText = ''): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${path('apiserver')}' "$@" ${flagsText}\n`)
  chmodSync(file, 0o700)
  return file
}

function runBisect(argv: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const bisectArguments = [cli, 'bisect', 'flag.profiling.serves', ...argv, '--out', join(folder, 'out')]
    execFile(process.execPath, bisectArguments, (failure, stdout, stderr) =>
      resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, stdout, stderr }),
    )
  })
}

test.for([1, 2, 3, 7, 8])('halving finds the first bad build of %i builds', async (count) => {
  const builds = Array.from({ length: count }, (_, index) => String(index))
  for (const firstBad of builds) {
    let tryCount = 0
    const foundBuild = await firstBadBuild(builds, async (one) => {
      tryCount += 1
      return Number(one) >= Number(firstBad)
    })

    expect(foundBuild).toBe(firstBad)
    expect(tryCount).toBeLessThanOrEqual(Math.ceil(Math.log2(count)))
  }
})

test('the first build in which a check fails is found', { timeout: 120_000 }, async () => {
  const goodBuild = writeBuild('1')
  const builds = [writeBuild('2'), writeBuild('3', '--profiling=false'), writeBuild('4', '--profiling=false')]
  const badArguments = builds.flatMap((one) => ['--bad', one])
  const { code, stdout } = await runBisect(['--good', goodBuild, ...badArguments])

  expect(stdout.split('\n').slice(0, 4)).toEqual([
    `good ${goodBuild}`,
    `bad  ${builds[2]}`,
    `bad  ${builds[1]}`,
    `good ${builds[0]}`,
  ])
  expect(stdout).toContain(`First bad build: ${builds[1]} (${builds[0]} is good)`)
  expect(code).toBe(0)
})

test('a list that begins bad, ends good or does not exist is a usage error', {
  timeout: 120_000,
}, async () => {
  const [good, bad] = [writeBuild('good'), writeBuild('bad', '--profiling=false')]
  const outputOf = async (argv: readonly string[]) => {
    const { code, stderr } = await runBisect(argv)
    return `${code} ${stderr}`
  }

  expect(await outputOf(['--good', good])).toMatch(/^2 .*Give the build in which the check holds/s)
  expect(await outputOf(['--good', good, '--bad', join(folder, 'none')])).toMatch(
    /^2 .*there is no such program/s,
  )
  expect(await outputOf(['--good', bad, '--bad', bad])).toMatch(/^2 .*fails in .*bad as well/s)
  expect(await outputOf(['--good', good, '--bad', good])).toMatch(/^2 .*There is nothing to find/s)
})
