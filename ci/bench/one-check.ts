// Measures the time from the command to the verdict of `run --only` for single rules of the reference. No other program
// may run meanwhile. `node dist/ci/bench/one-check.js [RULE…]` exits with 1 if the median of a rule is above the bound.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'

const cli = fileURLToPath(new URL('../../bin/orch-conformance.js', import.meta.url))
const boundMs = 2_000
const runsPerRule = 5
// Rules of each program: help, a refusal with its accepted case, a request that involves a peer, a value that is read
// back.
const defaultRules = [
  'flag.audit-log-batch-buffer-size.help',
  'authn.file.kind',
  'authn.jwt.iss-equals-issuer-url',
  'manager.csr-signing-controller.cluster-signing-cert-file.read-back',
  'agent.gate.DRADeviceBindingConditions.help',
]

const outDir = mkdtempSync(join(tmpdir(), 'bench-'))
process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
const ruleArguments = process.argv.slice(2)
for (const rule of ruleArguments.length > 0 ? ruleArguments : defaultRules) {
  const tookMs = Array.from({ length: runsPerRule }, () => runTimeOf(rule))
  const isSlow = median(tookMs) > boundMs
  const allTimes = tookMs.map((ms) => ms.toFixed(0)).join(', ')
  process.stdout.write(
    `${median(tookMs).toFixed(0)} ms${isSlow ? ', too long' : ''} (${allTimes}): ${rule}\n`,
  )
  if (isSlow) process.exitCode = 1
}

function runTimeOf(rule: string): number {
  const fromMs = performance.now()
  const { status } = spawnSync(process.execPath, [cli, 'run', '--only', rule, '--out', outDir], {
    stdio: 'ignore',
  })
  if (status !== 0) throw new Error(`The run of ${rule} ended with ${status}.`)
  return performance.now() - fromMs
}
