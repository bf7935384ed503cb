import { refuses, rulesOf, says, test } from '#kit'
import { completeFile, completeTwin } from '../../shared/authorization/complete-file.ts'
import { authorizationTable } from '#documents/1/authorization.ts'
import { webhook } from '#documents/1/authorization-webhook.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'
import { requiredByType } from '#documents/fields.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'AuthorizationConfiguration', overlaps: true })

const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })

const areas: Readonly<Record<string, string>> = {
  AuthorizationConfiguration: 'authorizers',
  AuthorizerConfiguration: 'authorizer',
  WebhookConfiguration: 'webhook',
  WebhookConnectionInfo: 'connection-info',
  WebhookMatchCondition: 'match-condition',
}

for (const { of, rows, aspect, fields } of requiredByType(authorizationTable, 'Required')) {
  must(`authz.${areas[of]}.required`, { rows, aspect, twin: completeTwin }, () => {
    const names = fields.map(({ name }) => name).join(', ')
    says(`Leaving out a field that the table marks as required makes the file invalid: ${names}.`)
    refuses
      .for(Object.fromEntries(fields.map((field) => [field.words ?? field.key, field])))(
        'a file without %s',
        async ({ path, name }) => {
          await files.refuses({ [path]: undefined }, name)
        },
      )
      .sees(({ fault }) => fault)
  })
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
    refuses(
      {
        title: 'a webhook with neither conditions nor matchConditionSubjectAccessReviewVersion',
        id: 'a webhook without conditions and without it',
      },
      async () => {
        // In the accepted file, the webhook of the third entry has an empty list of conditions.
        const field = 'matchConditionSubjectAccessReviewVersion'
        await files.refuses({ [`authorizers.2.webhook.${field}`]: undefined }, field)
      },
    ).sees('match-condition-version-without-conditions-optional')
  },
)

unspecified('authz.webhook.match-conditions-left-out', 'matchConditions', () => {
  says('matchConditions is marked required, yet an empty list is legal; what leaving it out does is open.')
  test(
    {
      title: 'records whether a file without matchConditions is accepted',
      id: 'whether a file without matchConditions is accepted is recorded',
    },
    async () => {
      await files.observes('without matchConditions', { [`${webhook}.matchConditions`]: undefined })
    },
  )
})
