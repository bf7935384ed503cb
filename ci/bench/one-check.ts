// Measures the time from the command to the verdict of `run --only` for single rules of the reference. Nothing else may
// run meanwhile. `node dist/ci/bench/one-check.js [RULE…]`; ends with 1 if the median of a rule is above the bound.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'

const cli = fileURLToPath(new URL('../../bin/orch-conformance.js', import.meta.url))
const boundMs = 2_000
const times = 5
// Rules of each program: help, a refusal with its accepted case, a request that involves a peer, a value that is read
// back.
const usual = [
  'flag.audit-log-batch-buffer-size.help',
  'authn.file.kind',
  'authn.jwt.iss-equals-issuer-url',
  'manager.csr-signing-controller.cluster-signing-cert-file.read-back',
  'agent.gate.DRADeviceBindingConditions.help',
]

const out = mkdtempSync(join(tmpdir(), 'bench-'))
process.once('exit', () => rmSync(out, { recursive: true, force: true }))
const given = process.argv.slice(2)
for (const rule of given.length > 0 ? given : usual) {
  const tookMs = Array.from({ length: times }, () => timed(rule))
  const isSlow = median(tookMs) > boundMs
  const all = tookMs.map((ms) => ms.toFixed(0)).join(', ')
  process.stdout.write(`${median(tookMs).toFixed(0)} ms${isSlow ? ', too long' : ''} (${all}): ${rule}\n`)
  if (isSlow) process.exitCode = 1
}

function timed(rule: string): number {
  const fromMs = performance.now()
  const { status } = spawnSync(process.execPath, [cli, 'run', '--only', rule, '--out', out], {
    stdio: 'ignore',
  })
  if (status !== 0) throw new Error(`The run of ${rule} ended with ${status}.`)
  return performance.now() - fromMs
}
