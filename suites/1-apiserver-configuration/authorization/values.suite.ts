import { currentCheck, refuses, rulesOf, says } from '#kit'
import { startOutcome } from '../../shared/api-server.ts'
import { completeFile, completeTwin } from '../../shared/authorization/complete-file.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { authorizationTable } from '#documents/1/authorization.ts'
import { webhook } from '#documents/1/authorization-webhook.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'
import { declareValueRules } from '../../shared/configuration/value-rules.ts'
import { aboutNoClientConfig, noClientConfig } from '../../shared/unusable-files.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthorizationConfiguration',
  overlaps: true,
  twin: completeTwin,
})

const files = configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: completeFile })

declareValueRules({ table: authorizationTable, files, twin: completeTwin })

must('authz.authorizer.webhook-for-its-type-only', 'webhook', () => {
  says('webhook must not be defined for any type but Webhook.')
  refuses(
    { title: 'a webhook in an authorizer of type AlwaysAllow', id: 'a webhook under another type' },
    async () => {
      const alwaysAllowChanges = { 'authorizers.0.type': 'AlwaysAllow', 'authorizers.0.name': 'alwaysallow' }
      // A server that does not know the type refuses it with or without a webhook.
      const typeOnlyStart = await startOutcome(
        await files.spec({ ...alwaysAllowChanges, [webhook]: undefined }),
      )
      currentCheck().observe('how a start with the type alone comes out', typeOnlyStart.outcome)
      await files.refuses(alwaysAllowChanges, typeOnlyStart.outcome === 'ready' ? 'webhook' : 'type')
    },
  ).sees('webhook-beside-other-type-accepted')
})

must('authz.webhook.connection-file-usable', 'orchConfigFile', () => {
  says('orchConfigFile is the path of a client configuration file.')
  refuses
    .for(noClientConfig)('%s', async (file) => {
      await files.refuses({ [`${webhook}.connectionInfo.orchConfigFile`]: file }, aboutNoClientConfig)
    })
    .sees('connection-file-unusable-accepted')
})
