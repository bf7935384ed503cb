import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { templatesFolder, readTemplate, makeRunner } from './testing/templates.ts'

const product = fileURLToPath(new URL('../dist/bin/orch-conformance.js', import.meta.url))
// Time limit of a test: long enough for several runs of the reference on any machine.
const slowMs = 120_000

/**
 * Shell script that records its arguments and writes results, unless CODE is 2, the exit code of a command-line error.
 */
const stub = `echo "$@" >> calls
case "$*" in *" --out "*) out="\${*##* --out }"; mkdir -p "$out"; [ "\${CODE:-0}" = 2 ] || echo {} > "$out/run.json" ;; esac
exit "\${CODE:-0}"`

function statusOfScript(
  script: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): number | null {
  return spawnSync('sh', ['-euc', script], { cwd: folder, env, encoding: 'utf8' }).status
}

describe('the GitHub action', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { default?: string }>>
    readonly outputs: Readonly<Record<string, { value: string }>>
    readonly runs: { readonly steps: readonly { env: Record<string, string>; run: string }[] }
  }
  const action = parse(readTemplate('github/action.yml')) as Action
  const script = readTemplate('github/run.sh')

  test('the GitHub action passes every input as a variable that the script reads, and never as text of the script', () => {
    const [step] = action.runs.steps
    const givenInputs = Object.values(step?.env ?? {}).map(
      (value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1],
    )

    expect(new Set(givenInputs)).toEqual(new Set(Object.keys(action.inputs)))
    expect(step?.run).not.toContain('${{')
    for (const name of Object.keys(step?.env ?? {})) expect(script).toContain(`\${${name}:-`)
  })

  test('the GitHub action sets every output', () => {
    for (const name of Object.keys(action.outputs)) expect(script).toContain(`set_output ${name} `)
  })

  test('the GitHub action runs shards, merges their results, and reports one result in its outputs, badge and summary', {
    timeout: slowMs,
  }, () => {
    const { folder, path } = makeRunner({ npx: `shift 2; exec "${process.execPath}" "${product}" "$@"` })
    const step = (inputs: Readonly<Record<string, string>>) => {
      const files = { GITHUB_OUTPUT: join(folder, 'outputs'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
      for (const file of Object.values(files)) writeFileSync(file, '')
      const env = { PATH: path, TMPDIR: tmpdir(), ...files, ...inputs }
      const { status, stdout, stderr } = spawnSync('bash', [join(templatesFolder, 'github/run.sh')], {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      const outputs = readFileSync(files.GITHUB_OUTPUT, 'utf8')
      const value = (name: string): string | undefined =>
        new RegExp(`^${name}<<(.*)\\n([^]*?)\\n\\1$`, 'm').exec(outputs)?.[2]
      return { status, stdout, stderr, value, summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') }
    }
    const onlyVariables = { ORCH_ONLY: 'authn.anonymous.enabled\nauthn.anonymous.*' }
    for (const shard of ['1', '2']) {
      const { status, stderr } = step({
        ...onlyVariables,
        ORCH_SHARD: `${shard}/2`,
        ORCH_OUT: shard,
        ORCH_FAIL: 'false',
      })
      expect(status, stderr).toBe(0)
    }
    const { status, value, summary, stderr } = step({ ORCH_MERGE: '1\n2\n', ORCH_OUT: 'all' })
    const result = JSON.parse(readFileSync(join(folder, 'all/run.json'), 'utf8')) as { headline: string }
    const badge = JSON.parse(readFileSync(join(folder, 'all/badge.json'), 'utf8')) as object

    expect([status, value('exit-code'), value('outcome')], stderr).toEqual([0, '0', 'conformant'])
    expect(value('headline')).toBe(result.headline)
    expect(badge).toMatchObject({ message: result.headline, isError: false })
    expect(summary).toContain(`## ${result.headline}`)

    const failedStep = step({ ORCH_ONLY: 'no.such.rule', ORCH_OUT: 'none', ORCH_FAIL: 'false' })
    expect([failedStep.status, failedStep.value('exit-code'), failedStep.value('outcome')]).toEqual([
      4,
      '4',
      undefined,
    ])
    expect(failedStep.summary).toContain('Nothing was judged')
  })
})

describe('the GitLab template', () => {
  interface Job {
    readonly script: readonly string[]
    readonly parallel?: string
    readonly needs?: readonly string[]
  }
  const [spec, jobs] = parseAllDocuments(readTemplate('gitlab/orch-conformance.yml')).map(
    (one) => one.toJS() as object,
  )
  const inputs = Object.keys((spec as { spec: { inputs: object } }).spec.inputs)
  const { conformance, 'conformance:shards': shards } = jobs as Record<string, Job>

  test('the GitLab template uses every input, and no unknown input', () => {
    const usedInputs = new Set(
      [...JSON.stringify(jobs).matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name),
    )

    expect(usedInputs).toEqual(new Set(inputs))
    expect(conformance?.needs).toEqual(['conformance:shards'])
  })

  test.for([
    ['green', '0', '', 0],
    ['red', '1', 'known list.yaml', 0],
    ['not run because of a usage error', '2', '', 2],
  ] as const)(
    'the job of a shard that is %s ends with the expected exit code',
    ([, code, baseline, expected]) => {
      const { folder, path } = makeRunner({ 'orch-conformance': stub })
      const env = {
        PATH: path,
        CODE: code,
        CI_NODE_INDEX: '2',
        CI_NODE_TOTAL: '3',
        ORCH_TARGET: 'a b.yaml',
        ORCH_BASELINE: baseline,
      }

      expect(statusOfScript(shards?.script.join('\n') ?? '', folder, env)).toBe(expected)
      const baselineOption = baseline === '' ? '' : ` --baseline ${baseline}`
      expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(
        `run --target a b.yaml${baselineOption} --shard 2/3 --out out/shards/2\n`,
      )
    },
  )

  test('the GitLab template merges all shards, and the merged result determines the exit code', () => {
    const { folder, path } = makeRunner({ 'orch-conformance': stub })
    for (const shard of ['1', '2']) mkdirSync(join(folder, 'out/shards', shard), { recursive: true })

    expect(statusOfScript(conformance?.script.join('\n') ?? '', folder, { PATH: path, CODE: '7' })).toBe(7)
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(
      'merge out/shards/1 out/shards/2 --out out/all\n',
    )
  })
})

describe('the cluster job', () => {
  interface Job {
    readonly kind: string
    readonly spec: {
      readonly completions: number
      readonly parallelism: number
      readonly template: {
        readonly spec: {
          readonly containers: readonly {
            args: string[]
            env: { name: string; value?: string; valueFrom?: { fieldRef: { fieldPath: string } } }[]
          }[]
        }
      }
    }
  }
  const jobs = parseAllDocuments(readTemplate('kubernetes/job.yaml'))
    .map((one) => one.toJS() as Job)
    .filter(({ kind }) => kind === 'Job')
  const [{ spec } = jobs[0] as Job] = jobs
  const [container] = spec.template.spec.containers

  test('the cluster job has a pod for each shard, and a pod that merges the results', () => {
    const shards = container?.env.find(({ name }) => name === 'SHARDS')

    expect([spec.completions, spec.parallelism]).toEqual([Number(shards?.value) + 1, spec.completions])
  })

  test('the cluster job merges its shards, and not the shards of other jobs', () => {
    const { folder, path } = makeRunner({ 'orch-conformance': stub })
    const script = container?.args.join('\n').replaceAll('/results', `${folder}/results`) ?? ''
    mkdirSync(join(folder, 'results'))
    const pod = (uid: string, index: string) =>
      statusOfScript(script, folder, {
        PATH: path,
        SHARDS: '2',
        CODE: '1',
        JOB_UID: uid,
        JOB_COMPLETION_INDEX: index,
      })

    for (const uid of ['first', 'second']) {
      for (const index of ['0', '1']) expect(pod(uid, index)).toBe(0)
      expect(pod(uid, '2')).toBe(1)
    }
    expect(existsSync(join(folder, 'results/second/2.ended'))).toBe(true)
    expect(readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')).toEqual(
      ['first', 'second'].flatMap((uid) => {
        const outDir = `${folder}/results/${uid}`
        const runCommand = 'run --target /config/target.yaml --baseline /config/baseline.yaml'
        return [
          `${runCommand} --shard 1/2 --out ${outDir}/1`,
          `${runCommand} --shard 2/2 --out ${outDir}/2`,
          `merge ${outDir}/1 ${outDir}/2 --out ${outDir}/all`,
        ]
      }),
    )
    expect(container?.env.find(({ name }) => name === 'JOB_UID')?.valueFrom?.fieldRef.fieldPath).toBe(
      "metadata.labels['batch.kubernetes.io/controller-uid']",
    )
  })
})
