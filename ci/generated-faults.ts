import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isDetected, type MatrixRow } from '#harness/prove/matrix.ts'

// Lists the faults of the reference that generated cases detect without any hand-written check. node
// dist/ci/generated-faults.js [--generate N] [--area jwt …] [--jobs N]

interface Area {
  readonly program: 'orch-apiserver' | 'orch-controller-manager' | 'orchlet'
  /** Rules that test the area. */
  readonly rules: readonly string[]
  /** Matches the beginnings of the names or summaries of the area's faults. */
  readonly faults: RegExp
  /**
   * Minimum number of requests that covers all alternatives: every constraint of a file, every field with each source.
   */
  readonly minRequests?: number
}

const areas: Readonly<Record<string, Area>> = {
  jwt: {
    program: 'orch-apiserver',
    rules: [
      'generated.jwt.*',
      'generated.anonymous.*',
      'generated.authentication.callers',
      'generated.files.authentication',
      'generated.egress.*',
    ],
    minRequests: 1_600,
    faults:
      /: (jwt|issuer\.|[cC]laim(ValidationRules?|Mappings|OrExpression)|[uU]serValidationRules?|ExtraMapping|Authentication:|anonymous\.|AnonymousAuthCondition)/,
  },
  authorization: {
    program: 'orch-apiserver',
    rules: ['generated.authorization.*', 'generated.files.authorization'],
    minRequests: 1_000,
    faults:
      /: (authorizers|AuthorizerConfiguration|(un)?authorizedTTL|cache(Una|A)uthorizedRequests|timeout:|subjectAccessReviewVersion|matchCondition|failurePolicy|webhook:|WebhookMatchCondition|WebhookConnectionInfo|connectionInfo)/,
  },
  encryption: {
    program: 'orch-apiserver',
    rules: ['generated.encryption.*', 'generated.files.encryption'],
    minRequests: 1_200,
    faults:
      /: (EncryptionConfiguration|ResourceConfiguration|ProviderConfiguration|identity:|aesgcm|aescbc|secretbox|Key[.:])/,
  },
  egress: {
    program: 'orch-apiserver',
    rules: ['generated.files.egress', 'generated.egress.*'],
    minRequests: 2_000,
    faults: /: (egressSelections|EgressSelection|Connection\.|Transport|TCPTransport|TLSConfig|UDSTransport)/,
  },
  admission: {
    program: 'orch-apiserver',
    rules: ['generated.files.admission', 'generated.admission.*'],
    minRequests: 1_400,
    faults:
      /: (plugins:|admission plugins:|Admission(Plugin)?Configuration|--(enable|disable)-admission-plugins)/,
  },
  audit: {
    program: 'orch-apiserver',
    rules: ['generated.audit.*', 'generated.files.audit'],
    minRequests: 800,
    faults: /^audit-(policy-|(metadata|request|response)-|managed-fields-)/,
  },
  agent: {
    program: 'orchlet',
    rules: ['generated.agent.*'],
    minRequests: 5_000,
    faults:
      /^(node-label|taints-not-sent|gate-(unknown|file)|all-alpha|all-beta|(file-ignored|drop-in-ignored|flag-loses|default-not-effective)-)/,
  },
  manager: {
    program: 'orch-controller-manager',
    rules: ['generated.manager.*'],
    minRequests: 1_600,
    faults:
      /^(controllers-|csr-|lease-|leadership-|migration-|field-ignored-generic-(leader-election|controllers))/,
  },
}

/** Names of faults of help texts, which are the same for every configuration and therefore not generated. */
const helpFaults = /^help-/

/** Reasons why some faults are not detected, by patterns of fault names. The first match applies. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /message|^mappings-before|^claim-rules-(before|after)/,
    'the text of a rejection, which shows the order of the steps, is checked by hand-written checks',
  ],
  [/^keys-of-next/, 'requests to issuers that do not affect the decision about a token are not checked'],
  [/^discovery-of-bare-host/, 'every generated issuer has a path'],
  [/-selector$/, 'no generated request has selectors'],
  [/non-boolean/, 'an expression whose type is known only at evaluation may also be rejected at startup'],
  [/^dead-webhook/, 'all webhooks are reachable'],
  [/^metrics-/, 'metrics are not read'],
  [/error-status-read/, 'no response with an error status has the body of a review'],
  [/at-sign/, 'not generated, because the dialects differ'],
  [/distributed-claims/, 'no distributed claims are generated'],
  [/name-with-scheme/, 'a server may also start with the name and be unable to connect'],
  [
    /ca-bundle-ignored|certificate-not-shown|beside-|system-roots|(host|proxy)-name-not/,
    'about connections, which generated cases do not change',
  ],
  [/ttl|timeout|extended-by-use/, 'observable only over time'],
  [
    /^migration-(file|lock-(unchecked|leases|endpoints|always))/,
    'migration settings in a file and types of locks are not generated',
  ],
  [/^csr-of-before/, 'no request is approved before the start'],
  [/kms|reload/, 'requires a plugin that responds, or a file that changes'],
  [/failed-encryption/, 'no provider fails to encrypt'],
  [/namespaces$/, 'no namespaces are written'],
  [/nonce|base64|stores-encoded/, 'observable only in the format of stored values'],
  [/types-unchecked/, 'no response has members of wrong types'],
  [/flag-order/, 'the order in which plugins run is not checked'],
  [/^plugin-/, 'the plugin is not checked, because it hides other plugins or requires a configuration'],
  [
    /election-(retry-period|resource|leader-elect)/,
    'the retry period and the lease of a candidate are not generated',
  ],
  [
    /-(cpu-manager-policy|memory-manager-policy|reserved-memory|topology-manager-policy-options)/,
    'a field that takes effect only with certain values of other fields is not generated',
  ],
  [
    /^default-not-effective-(fail-swap-on|orch-api-content-type)$/,
    'every start sets the field, because this machine or the mock API server requires the value',
  ],
  [/field-ignored-generic/, 'the field is not generated'],
]

const { values } = parseArgs({
  options: {
    generate: { type: 'string', default: '400' },
    area: { type: 'string', multiple: true, default: Object.keys(areas) },
    fault: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '1' },
  },
})

const dist = fileURLToPath(new URL('..', import.meta.url))
const outDir = mkdtempSync(join(tmpdir(), 'generated-faults-'))
const faultPrefixes = {
  'orch-apiserver': '',
  'orch-controller-manager': 'controller-manager.',
  orchlet: 'node-agent.',
} as const

let total = 0
let count = 0
for (const name of values.area) {
  const area = areas[name]
  if (area === undefined)
    throw new Error(`There is no area ${name}; there are ${Object.keys(areas).join(', ')}.`)
  const faultList = execFileSync(
    process.execPath,
    [join(dist, 'reference', `${area.program}.js`), '--list-faults'],
    {
      encoding: 'utf8',
    },
  )
  const faults = (JSON.parse(faultList) as { name: string; summary: string }[])
    .filter((one) => area.faults.test(one.name) || area.faults.test(`: ${one.summary}`))
    .map((one) => one.name)
    .filter((one) => !helpFaults.test(one))
    .filter((one) => values.fault.length === 0 || values.fault.includes(one))
  const survivors = faults.length === 0 ? [] : survivorsOf(area, faults)
  total += faults.length
  count += faults.length - survivors.length
  process.stdout.write(`${name}: ${faults.length - survivors.length} of ${faults.length} faults are seen\n`)
  for (const survivor of survivors) process.stdout.write(`  not seen: ${survivor} (${reasonOf(survivor)})\n`)
}
rmSync(outDir, { recursive: true, force: true })
const share = total === 0 ? 0 : Math.round((1000 * count) / total) / 10
process.stdout.write(`${count} of ${total} faults are seen by generated cases alone: ${share} %\n`)

/** Tries each fault with the rules of its area. Returns the faults that no rule detected. */
function survivorsOf(
  { program, rules, minRequests = 0 }: Area,
  faults: readonly string[],
): readonly string[] {
  const ids = faults.map((fault) => `${faultPrefixes[program]}${fault}`)
  const repeatedOption = (option: string, each: readonly string[]): string[] =>
    each.flatMap((one) => [option, one])
  const command = [
    join(dist, 'bin', 'orch-conformance.js'),
    'prove',
    '--generate',
    String(Math.max(Number(values.generate), minRequests)),
    '--jobs',
    values.jobs,
    '--out',
    outDir,
    ...repeatedOption('--only', rules),
    ...repeatedOption('--fault', ids),
  ]
  const proveRun = spawnSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (proveRun.error !== undefined) throw proveRun.error
  const matrix = JSON.parse(readFileSync(join(outDir, 'matrix.json'), 'utf8')) as {
    rows: MatrixRow[]
  }
  const detectedFaults = new Set(matrix.rows.filter(isDetected).map(({ fault }) => fault))
  return faults.filter((fault) => !detectedFaults.has(`${faultPrefixes[program]}${fault}`))
}

function reasonOf(fault: string): string {
  return reasons.find(([pattern]) => pattern.test(fault))?.[1] ?? 'not generated often enough'
}
