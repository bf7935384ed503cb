import type { Flags } from '#kit/launch.ts'
import { flagRows } from '../flags.ts'
import { rowsWith, sentences } from '../rows.ts'
import type { FlagRow, Row, Section } from '../shape.ts'
import { audit as between } from './between/audit.ts'

const families = ['--audit-log', '--audit-webhook'] as const
type Family = (typeof families)[number]

/**
 * Row of a flag that exists for the log and for the webhook. The key of the row is the suffix of the flag, and the
 * defaults can differ.
 */
type SuffixRow = Omit<FlagRow, 'key' | 'flag' | 'of' | 'default'> & {
  readonly defaults?: Readonly<Partial<Record<Family, string>>>
}

const sameForBoth = (text: string) => ({ '--audit-log': text, '--audit-webhook': text })

const suffixes: Readonly<Record<string, SuffixRow>> = {
  'batch-buffer-size': { type: 'int', defaults: sameForBoth('10000'), legalValues: [5000] },
  'batch-max-size': {
    type: 'int',
    defaults: { '--audit-log': '1', '--audit-webhook': '400' },
    legalValues: [50],
  },
  'batch-max-wait': { type: 'duration', defaults: { '--audit-webhook': '30s' }, legalValues: ['5s'] },
  'batch-throttle-burst': { type: 'int', defaults: { '--audit-webhook': '15' }, legalValues: [20] },
  'batch-throttle-enable': { type: 'bool', defaults: { '--audit-webhook': 'true' }, legalValues: [false] },
  'batch-throttle-qps': { type: 'float', defaults: { '--audit-webhook': '10' }, legalValues: [2.5] },
  mode: { type: 'string', defaults: { '--audit-log': 'blocking', '--audit-webhook': 'batch' } },
  'truncate-enabled': { type: 'bool', legalValues: [true] },
  'truncate-max-batch-size': { type: 'int', defaults: sameForBoth('10485760'), legalValues: [5_000_000] },
  'truncate-max-event-size': { type: 'int', defaults: sameForBoth('102400'), legalValues: [50_000] },
  version: { type: 'string', defaults: sameForBoth('audit.orch.io/v1') },
}

const logFlags = { '--audit-log-path': 'audit.log' }

// The policy records nothing: otherwise a server in blocking mode would wait for a receiver that does not exist.
const policy = { apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules: [{ level: 'None' }] }
const client = {
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'audit', cluster: { server: 'http://127.0.0.1:1/audit' } }],
  users: [{ name: 'audit', user: {} }],
  contexts: [{ name: 'audit', context: { cluster: 'audit', user: 'audit' } }],
  'current-context': 'audit',
}
const webhookFlags: Flags = {
  '--audit-webhook-config-file': {
    file: 'audit-webhook.yaml',
    content: JSON.stringify(client),
    verbatim: true,
  },
  '--audit-policy-file': { file: 'audit-policy.yaml', content: policy },
}

const rulesOfModes = (family: Family, needed: Flags): Pick<Row, 'rules'> => ({
  rules: [
    {
      id: `flag.${family.slice(2)}-mode.values`,
      says: `The modes of the audit ${family.slice(8)} are batch, blocking, blocking-strict.`,
      legalValues: ['batch', 'blocking', 'blocking-strict'],
      nearMisses: { 'a mode that does not exist': ['sometimes'], 'a mode in upper case': ['BATCH'] },
      subject: 'mode',
      neededFlags: needed,
    },
  ],
})

const familyRules = families.flatMap((family) =>
  Object.entries(suffixes).map(([key, { defaults = {}, ...row }]): FlagRow => {
    const shownDefault = defaults[family]
    const modeRules =
      key === 'mode' ? rulesOfModes(family, family === '--audit-log' ? logFlags : webhookFlags) : {}
    return {
      key,
      of: family,
      flag: `${family}-${key}`,
      ...row,
      ...(shownDefault !== undefined && { default: shownDefault }),
      ...modeRules,
    }
  }),
)

const sentencesOf = (rows: Parameters<typeof flagRows>[0]) =>
  rowsWith({ isSentence: true }, flagRows(rows)) as readonly FlagRow[]
const policyFile = sentencesOf({ '--audit-policy-file': { type: 'string' } })
const otherRows = sentencesOf({
  '--audit-log-path': { type: 'string' },
  '--audit-log-format': {
    type: 'string',
    default: 'json',
    rules: [
      {
        id: 'flag.audit-log-format.values',
        says: 'The formats of the audit log are json, legacy.',
        legalValues: ['json', 'legacy'],
        nearMisses: { 'a format that does not exist': ['xml'] },
        subject: 'format',
        neededFlags: logFlags,
      },
    ],
  },
  '--audit-log-compress': { type: 'bool', legalValues: [true] },
  '--audit-log-maxage': { type: 'int', legalValues: [7] },
  '--audit-log-maxbackup': { type: 'int', legalValues: [3] },
  '--audit-log-maxsize': { type: 'int', legalValues: [50] },
  '--audit-webhook-config-file': { type: 'string' },
  '--audit-webhook-initial-backoff': { type: 'duration', default: '10s', legalValues: ['5s'] },
})

/** Flags of audit events. */
export const auditRows: readonly FlagRow[] = [...familyRules, ...policyFile, ...otherRows]

export const auditFlags: Section = {
  document: 3,
  section: 'Audit flags of the API server',
  rows: [...familyRules, ...policyFile, ...sentences('batch options', 'modes', 'truncation'), ...otherRows],
  between,
}
