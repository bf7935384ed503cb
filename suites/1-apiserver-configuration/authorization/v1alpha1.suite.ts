import { expect, refuses, rulesOf, says, test } from '#kit'
import { configurationFlag } from '../../shared/configuration/kinds.ts'
import { sharedServer } from '../../shared/api-server.ts'
import { authorizationConfiguration, webhookEntry } from '../../shared/authorization/configuration.ts'
import { judgedCaller } from '../../shared/authorization/judged-caller.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'

const { must } = rulesOf({ document: 1, section: 'Versioning' })

const host = sharedAuthorizers()
const server = sharedServer(async () => {
  const webhookHost = await host()
  const content = authorizationConfiguration(
    [webhookEntry(webhookHost.webhook('alpha'))],
    'apiserver.orch.io/v1alpha1',
  )
  return { peers: [webhookHost], flags: configurationFlag('authorization', content) }
})

must(
  'authz.file.v1alpha1-decides',
  { row: 'identical fields', aspect: 'AuthorizationConfiguration, its effect' },
  () => {
    says('The authorizers of a file of version v1alpha1 decide as those of v1 do.')

    test(
      {
        title: 'the webhook of the file is called and allows the request',
        id: 'its webhook is asked, and allows',
      },
      async () => {
        const alphaCaller = judgedCaller(await server(), await host(), 'alpha', { answer: allow() })

        expect(await alphaCaller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      },
    ).sees('authorization-v1alpha1-without-effect')

    refuses(
      { title: 'a request that the webhook of the file denies', id: 'what its webhook denies' },
      async () => {
        const alphaCaller = judgedCaller(await server(), await host(), 'alpha', { answer: deny() })

        expect(await alphaCaller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
      },
    ).sees('authorization-v1alpha1-without-effect')
  },
)
