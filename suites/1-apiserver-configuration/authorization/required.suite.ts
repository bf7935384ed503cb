import { rule, test } from '#harness/check/rule.ts'
import { authorizationFiles } from '../../fixtures/authorization-files.ts'
import { completeFile, completeTwin } from './complete-file.ts'

const files = authorizationFiles(completeFile)
const webhook = 'authorizers.0.webhook'

interface Required {
  readonly row: string
  /** The words that complete "refuses a file without …", where that member stands, and the fault that needs none. */
  readonly members: Readonly<Record<string, readonly [path: string, fault: string]>>
}

const tables: Readonly<Record<string, Required>> = {
  authorizers: {
    row: 'AuthorizationConfiguration',
    members: { authorizers: ['authorizers', 'authorizers'] },
  },
  authorizer: {
    row: 'AuthorizerConfiguration',
    members: {
      'a type': ['authorizers.0.type', 'authorizer-type'],
      'a name': ['authorizers.0.name', 'authorizer-name'],
      'a webhook for the type Webhook': [webhook, 'webhook'],
    },
  },
  webhook: {
    row: 'WebhookConfiguration',
    members: {
      authorizedTTL: [`${webhook}.authorizedTTL`, 'authorized-ttl'],
      unauthorizedTTL: [`${webhook}.unauthorizedTTL`, 'unauthorized-ttl'],
      timeout: [`${webhook}.timeout`, 'webhook-timeout'],
      subjectAccessReviewVersion: [`${webhook}.subjectAccessReviewVersion`, 'review-version'],
      matchConditionSubjectAccessReviewVersion: [
        `${webhook}.matchConditionSubjectAccessReviewVersion`,
        'match-condition-version',
      ],
      failurePolicy: [`${webhook}.failurePolicy`, 'failure-policy'],
      connectionInfo: [`${webhook}.connectionInfo`, 'connection-info'],
    },
  },
  'connection-info': {
    row: 'WebhookConnectionInfo',
    members: {
      'a type of connection': [`${webhook}.connectionInfo.type`, 'connection-type'],
      'orchConfigFile for the type OrchConfig': [
        `${webhook}.connectionInfo.orchConfigFile`,
        'connection-file',
      ],
    },
  },
  'match-condition': {
    row: 'WebhookMatchCondition',
    members: {
      'the expression of a match condition': [
        `${webhook}.matchConditions.0.expression`,
        'match-condition-expression',
      ],
    },
  },
}

for (const [table, { row, members }] of Object.entries(tables)) {
  const faults = Object.fromEntries(
    Object.entries(members).map(([words, [, fault]]) => [
      `${fault}-missing-accepted`,
      [`refuses a file without ${words}`],
    ]),
  )
  const names = Object.values(members).map(([path]) => lastStep(path))
  rule(
    {
      id: `authz.${table}.required`,
      level: 'MUST',
      says: `Leaving out a field that the table marks as required makes the file invalid: ${names.join(', ')}.`,
      source: { document: 1, section: 'AuthorizationConfiguration', row: `${row}, column Required` },
      twin: completeTwin,
      overlaps: true,
      faults,
    },
    () => {
      test.for(members)('refuses a file without %s', async ([path]) => {
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
