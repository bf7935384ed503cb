import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readTemplate, makeRunner } from './testing/templates.ts'

const product = fileURLToPath(new URL('../dist/bin/orch-conformance.js', import.meta.url))

/** Shell script that writes results into the directory of its last argument. */
const stub = `for out; do :; done; mkdir -p "$out"; echo {} > "$out/run.json"`

describe('a run in one pod', () => {
  interface Pod {
    readonly spec: {
      readonly containers: readonly { name: string; args?: string[]; volumeMounts: { name: string }[] }[]
      readonly volumes: readonly { name: string; emptyDir?: object; configMap?: { name: string } }[]
    }
  }
  const { spec } = parse(readTemplate('kubernetes/pod.yaml')) as Pod

  test('the pod claims no volume, and reads the configuration of the job', () => {
    const configMaps = parseAllDocuments(readTemplate('kubernetes/job.yaml'))
      .map((one) => one.toJS() as { kind: string; metadata: { name: string } })
      .filter(({ kind }) => kind === 'ConfigMap')
      .map(({ metadata }) => metadata.name)

    expect(spec.volumes.map(({ emptyDir, configMap }) => emptyDir ?? configMap?.name)).toEqual([
      {},
      ...configMaps,
    ])
    expect(new Set(spec.containers.flatMap((one) => one.volumeMounts.map(({ name }) => name)))).toEqual(
      new Set(spec.volumes.map(({ name }) => name)),
    )
  })

  test('the pod runs a command that the program accepts, with results on the volume', () => {
    const [conformance] = spec.containers
    const { folder, path } = makeRunner({ 'orch-conformance': stub })
    const args = (conformance?.args ?? []).map((arg) => arg.replace('/results', `${folder}/results`))
    spawnSync('orch-conformance', args, { cwd: folder, env: { PATH: path } })

    expect(existsSync(join(folder, 'results/out/run.json'))).toBe(true)
    const help = spawnSync(process.execPath, [product, 'run', '--help'], { encoding: 'utf8' }).stdout
    for (const option of args.filter((arg) => arg.startsWith('--'))) expect(help).toContain(option)
  })
})

test('the image takes programs from an image without a shell, and runs as a user other than root', () => {
  const lines = readTemplate('kubernetes/Containerfile').split('\n')
  const stage = (name: string): string[] => {
    const stageStart = lines.findIndex((line) => line === name)
    const linesAfter = lines.slice(stageStart + 1)
    const endIndex = linesAfter.findIndex((line) => line.startsWith('FROM '))
    return linesAfter.slice(0, endIndex === -1 ? undefined : endIndex)
  }

  expect(stage('FROM ${PROGRAMS} AS programs').filter((line) => /^(RUN|CMD|ENTRYPOINT)/.test(line))).toEqual(
    [],
  )
  expect(stage('FROM scratch')).toContain('COPY --from=programs ${BINARY} /usr/local/bin/')
  expect(lines).toContain('USER 65532:65532')
})
