import { expect, rulesOf, says, test } from '#kit'
import { freePort } from '#kit/launch.ts'
import { clientConfig } from '#mocks/webhook/index.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../shared/api-server.ts'
import { Caller } from '../../shared/authorization/callers.ts'
import {
  authorizationConfiguration,
  userNameCondition,
  webhookEntry,
} from '../../shared/authorization/configuration.ts'
import { configurationFlag } from '../../shared/configuration/kinds.ts'
import { sharedAuthorizers } from '../../shared/peers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthorizationConfiguration' })

const authorizers = sharedAuthorizers()

/** The unreachable peer is on a separate server, so that its effect is attributable. */
const server = sharedServer(async () => {
  const host = await authorizers()
  const unusedAddress = clientConfig({ server: `https://127.0.0.1:${await freePort()}/` })
  const userWebhook = (name: string, config?: typeof unusedAddress) => {
    const entry = webhookEntry(host.webhook(name), config)
    const matchConditions = [{ expression: userNameCondition(`.startsWith('${name}.')`) }]
    return { ...entry, webhook: { ...entry.webhook, matchConditions } }
  }
  // The last webhook is called for all users, including the administrator.
  const webhookChain = [
    userWebhook('before'),
    userWebhook('dead', unusedAddress),
    webhookEntry(host.webhook('after')),
  ]
  return {
    peers: [host],
    flags: configurationFlag('authorization', authorizationConfiguration(webhookChain)),
  }
})

must(
  'authz.webhook.dead-webhook-spares-others',
  { row: 'authorizers', aspect: 'next to an unreachable webhook' },
  () => {
    says('A webhook that cannot be reached changes nothing for requests that others decide.')
    let userCount = 0

    test
      .for({ before: 'before', after: 'after' })(
        { title: 'the webhook %s an unreachable webhook decides', id: 'the webhook %s a dead one decides' },
        async (place) => {
          const [running, host] = [await server(), await authorizers()]
          await Caller.of(running, 'dead.user').expectRefused()
          const [friend, stranger] = ['friend', 'stranger'].map((name) =>
            Caller.of(running, `${place}.${name}-${++userCount}`),
          )
          for (const [caller, answer] of [
            [friend, allow()],
            [stranger, deny()],
          ] as const) {
            host
              .webhook(place)
              .about(caller?.name ?? '')
              .answer({ review: answer })
          }

          expect(
            [await friend?.requestDecision(), await stranger?.requestDecision()],
            'what both may do',
          ).toEqual(['allowed', 'refused'])
        },
      )
      .sees('dead-webhook-stops-all')
  },
)
