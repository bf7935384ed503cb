import { rule, test } from '#harness/check/rule.ts'
import { authorizationFiles } from '../../fixtures/authorization-files.ts'
import { completeFile, completeTwin } from './complete-file.ts'

const files = authorizationFiles(completeFile)
const webhook = 'authorizers.0.webhook'

interface Required {
  readonly row: string
  readonly paths: Readonly<Record<string, string>>
}

// The words that complete "refuses a file without …", and where that member stands.
const tables: Readonly<Record<string, Required>> = {
  authorizers: { row: 'authorizers', paths: { authorizers: 'authorizers' } },
  authorizer: {
    row: 'AuthorizerConfiguration',
    paths: {
      'a type': 'authorizers.0.type',
      'a name': 'authorizers.0.name',
      'a webhook for the type Webhook': webhook,
    },
  },
  webhook: {
    row: 'WebhookConfiguration',
    paths: {
      authorizedTTL: `${webhook}.authorizedTTL`,
      unauthorizedTTL: `${webhook}.unauthorizedTTL`,
      timeout: `${webhook}.timeout`,
      subjectAccessReviewVersion: `${webhook}.subjectAccessReviewVersion`,
      matchConditionSubjectAccessReviewVersion: `${webhook}.matchConditionSubjectAccessReviewVersion`,
      failurePolicy: `${webhook}.failurePolicy`,
      connectionInfo: `${webhook}.connectionInfo`,
    },
  },
  'connection-info': {
    row: 'WebhookConnectionInfo',
    paths: {
      'a type of connection': `${webhook}.connectionInfo.type`,
      'orchConfigFile for the type OrchConfig': `${webhook}.connectionInfo.orchConfigFile`,
    },
  },
  'match-condition': {
    row: 'WebhookMatchCondition',
    paths: { 'the expression of a match condition': `${webhook}.matchConditions.0.expression` },
  },
}

for (const [table, { row, paths }] of Object.entries(tables)) {
  const faults = Object.fromEntries(
    Object.entries(paths).map(([words, path]) => [
      `${lastStep(path)}-${path.includes('connectionInfo.type') ? 'of-connection-' : ''}missing-accepted`,
      [`refuses a file without ${words}`],
    ]),
  )
  rule(
    {
      id: `authz.${table}.required`,
      level: 'MUST',
      says: `Leaving out a field that the table marks as required makes the file invalid: ${Object.values(paths).map(lastStep).join(', ')}.`,
      source: { document: 1, section: 'AuthorizationConfiguration', row: `${row}, column Required` },
      twin: completeTwin,
      overlaps: true,
      faults,
    },
    () => {
      test.for(paths)('refuses a file without %s', async (path) => {
        await files.refuses({ [path]: undefined }, lastStep(path))
      })
    },
  )
}

function lastStep(path: string): string {
  return path.split('.').at(-1) ?? path
}

rule(
  {
    id: 'authz.webhook.match-conditions-left-out',
    level: 'UNSPECIFIED',
    says: 'matchConditions is marked required, yet an empty list is legal; what leaving it out does is open.',
    source: {
      document: 1,
      section: 'AuthorizationConfiguration',
      row: 'WebhookConfiguration.matchConditions',
    },
    overlaps: true,
  },
  () => {
    test('whether a file without matchConditions is accepted is recorded', async () => {
      await files.observes('without matchConditions', { [`${webhook}.matchConditions`]: undefined })
    })
  },
)
