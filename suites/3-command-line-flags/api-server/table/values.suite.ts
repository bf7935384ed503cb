import { file } from '#harness/launch/flags.ts'
import { acceptedTogether } from '../../../shared/accepted-together.ts'
import { auditPolicy } from '../../../shared/audit/policy.ts'
import { admissionPlugins, startingPlugins } from './admission-plugins.ts'
import { auditWebhookFile } from './audit-webhook-file.ts'
import { cipherSuiteNames } from './cipher-suites.ts'
import { limitRules } from './limits.ts'
import { logBufferRules } from './log-buffer.ts'
import { valueRules } from './value-rule.ts'

const auditModes = ['batch', 'blocking', 'blocking-strict']
// A server that waits for a receiver which nobody plays would not become ready.
const unrecorded = file('audit-policy.yaml', auditPolicy([{ level: 'None' }]))
const auditLog = { '--audit-log-path': 'audit.log' }

const accepted = acceptedTogether()

valueRules(accepted, [
  {
    flag: '--audit-log-format',
    called: 'formats of the audit log',
    values: ['json', 'legacy'],
    wrong: { 'a format that does not exist': 'xml' },
    about: 'format',
    beside: auditLog,
  },
  {
    flag: '--audit-log-mode',
    called: 'modes of the audit log',
    values: auditModes,
    wrong: { 'a mode that does not exist': 'sometimes', 'a mode in upper case': 'BATCH' },
    about: 'mode',
    beside: auditLog,
  },
  {
    flag: '--audit-webhook-mode',
    called: 'modes of the audit webhook',
    values: auditModes,
    wrong: { 'a mode that does not exist': 'sometimes', 'a mode in upper case': 'BATCH' },
    about: 'mode',
    beside: { '--audit-webhook-config-file': auditWebhookFile, '--audit-policy-file': unrecorded },
  },
  {
    flag: '--disable-admission-plugins',
    called: 'plugins to disable',
    values: [admissionPlugins.join(',')],
    wrong: { 'a plugin that does not exist': 'LimitRanger,LimitRangers' },
    about: 'plugin',
  },
  {
    flag: '--endpoint-reconciler-type',
    called: 'types of the endpoint reconciler',
    values: ['master-count', 'lease', 'none'],
    wrong: { 'a type that does not exist': 'nobody' },
    about: 'reconciler',
  },
  {
    flag: '--logging-format',
    called: 'formats of log lines',
    values: ['text'],
    wrong: { 'a format that does not exist': 'yaml', 'the format json': 'json' },
    about: 'format',
  },
  {
    flag: '--storage-backend',
    called: 'storage backends',
    values: ['etcd3'],
    wrong: { 'a backend that does not exist': 'etcd2' },
  },
  {
    flag: '--storage-media-type',
    called: 'media types of storage',
    values: ['application/json', 'application/yaml', 'application/vnd.orch.protobuf'],
    wrong: { 'a media type that is none of them': 'text/plain' },
  },
  {
    flag: '--tls-min-version',
    called: 'TLS versions',
    values: ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
    wrong: { 'a version that does not exist': 'VersionTLS14', 'a version without its prefix': 'TLS12' },
    about: 'version',
  },
  {
    flag: '--enable-admission-plugins',
    called: 'plugins to enable',
    values: [startingPlugins.join(',')],
    wrong: { 'a plugin that does not exist': 'LimitRanger,LimitRangers' },
    about: 'plugin',
    apartFrom: ['--disable-admission-plugins'],
  },
])
logBufferRules(accepted)
cipherSuiteNames(accepted)
limitRules(accepted)
