import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin } from '../../shared/authorization/complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration', overlaps: true })

const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })
const webhook = 'authorizers.0.webhook'

interface Required {
  readonly rows: readonly string[]
  readonly aspect?: string
  /** The words that complete "refuses a file without …", where that member stands, and the fault that needs none. */
  readonly members: Readonly<Record<string, readonly [path: string, fault: string]>>
}

const tables: Readonly<Record<string, Required>> = {
  authorizers: {
    rows: ['authorizers'],
    members: { authorizers: ['authorizers', 'authorizers'] },
  },
  authorizer: {
    rows: ['type', 'name', 'webhook'],
    aspect: 'of AuthorizerConfiguration, Required',
    members: {
      'a type': ['authorizers.0.type', 'authorizer-type'],
      'a name': ['authorizers.0.name', 'authorizer-name'],
      'a webhook for the type Webhook': [webhook, 'webhook'],
    },
  },
  webhook: {
    rows: [
      'authorizedTTL',
      'unauthorizedTTL',
      'timeout',
      'subjectAccessReviewVersion',
      'matchConditionSubjectAccessReviewVersion',
      'failurePolicy',
      'connectionInfo',
    ],
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
    rows: ['type', 'orchConfigFile'],
    aspect: 'of WebhookConnectionInfo, Required',
    members: {
      'a type of connection': [`${webhook}.connectionInfo.type`, 'connection-type'],
      'orchConfigFile for the type OrchConfig': [
        `${webhook}.connectionInfo.orchConfigFile`,
        'connection-file',
      ],
    },
  },
  'match-condition': {
    rows: ['WebhookMatchCondition.expression'],
    members: {
      'the expression of a match condition': [
        `${webhook}.matchConditions.0.expression`,
        'match-condition-expression',
      ],
    },
  },
}

for (const [table, { rows, aspect = 'Required', members }] of Object.entries(tables)) {
  const names = Object.values(members).map(([path]) => lastStep(path))
  must(`authz.${table}.required`, { rows, aspect, twin: completeTwin }, () => {
    says(`Leaving out a field that the table marks as required makes the file invalid: ${names.join(', ')}.`)
    test
      .for(members)('refuses a file without %s', async ([path]) => {
        await files.refuses({ [path]: undefined }, lastStep(path))
      })
      .sees(([, fault]) => `${fault}-missing-accepted`)
  })
}

function lastStep(path: string): string {
  return path.split('.').at(-1) ?? path
}

must(
  'authz.webhook.condition-version-without-conditions',
  {
    row: 'matchConditionSubjectAccessReviewVersion',
    aspect: 'Required, without conditions',
    twin: completeTwin,
  },
  () => {
    says('matchConditionSubjectAccessReviewVersion is required where there are no conditions, too.')
    test('refuses a webhook without conditions and without it', async () => {
      // The third entry of the accepted file has an empty list.
      const field = 'matchConditionSubjectAccessReviewVersion'
      await files.refuses({ [`authorizers.2.webhook.${field}`]: undefined }, field)
    }).sees('match-condition-version-without-conditions-optional')
  },
)

unspecified('authz.webhook.match-conditions-left-out', 'matchConditions', () => {
  says('matchConditions is marked required, yet an empty list is legal; what leaving it out does is open.')
  test('whether a file without matchConditions is accepted is recorded', async () => {
    await files.observes('without matchConditions', { [`${webhook}.matchConditions`]: undefined })
  })
})
