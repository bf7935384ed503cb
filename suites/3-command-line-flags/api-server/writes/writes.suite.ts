import { becomesTrue, expect, refuses, rulesOf, says, test } from '#kit'
import { file } from '#kit/launch.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { auditPolicy } from '../../../shared/audit/policy.ts'
import { auditSinks } from '../../../shared/audit/fixture.ts'
import { judgedCaller } from '../../../shared/authorization/judged-caller.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { families } from '../audit/event-counter.ts'
import { webhookFile } from '../authorization/mode-server.ts'
import { WriteNamespace, type Write, writes } from './writes.ts'

const { must } = rulesOf({ capability: 'objects' })

const webhook = 'writes'
const writer = 'token-of-the-writer'
const host = sharedAuthorizers()
const sinks = auditSinks()
const policy = auditPolicy([{ level: 'Metadata', resources: [{ resources: ['configmaps'] }] }], {
  omitStages: ['RequestReceived', 'ResponseStarted'],
})
// Server on which all stages before the store are enabled, for all rules.
const server = sharedServer(async () => {
  const authorizers = await host()
  const spec = (await sinks()).spec(
    {
      '--authorization-mode': 'Webhook',
      '--authorization-webhook-config-file': webhookFile(authorizers.webhook(webhook)),
      '--token-auth-file': file('tokens.csv', `${writer},wendy,uid-1\n`, { verbatim: true }),
      '--anonymous-auth': false,
      '--audit-webhook-mode': 'blocking',
    },
    policy,
  )
  return { ...spec, peers: [...(spec.peers ?? []), authorizers] }
})
const arrivedWithinMs = 10_000

/** Sends a write as a new user with a webhook response, and returns the result. */
async function sendWrite(write: Write, answer: ReturnType<typeof allow>) {
  const apiServer = await server()
  const recordedRequests = await WriteNamespace.for(apiServer, write)
  const writeCaller = judgedCaller(apiServer, await host(), webhook, { answer })
  const { path, ...request } = write.request(recordedRequests.maps)
  const { status } = await writeCaller.caller.send(path, request)
  return { place: recordedRequests, caller: writeCaller, path, status }
}

must(
  'flag.authorization-webhook-config-file.writes',
  flagRow('--authorization-webhook-config-file', 'writes'),
  () => {
    says('Requests that write are authorized like those that read: what the webhook denies changes nothing.')
    test
      .for(writes)('%s is done when the webhook allows it', async (write) => {
        const { place, caller, status } = await sendWrite(write, allow())

        expect(status, 'the status of the answer').toBeLessThan(300)
        expect(await place.note(), 'what the map notes afterwards').toBe(write.after)
        const reviews = caller.calls().map(({ review }) => review?.spec.resourceAttributes)
        expect(reviews).toMatchObject([
          { verb: write.verb, resource: 'configmaps', namespace: place.namespace },
        ])
      })
      .sees((write) => (write.verb === 'update' ? undefined : 'writes-reviewed-as-updates'))

    refuses
      .for(writes)('%s when the webhook denies it, and changes nothing', async (write) => {
        const { place, caller, status } = await sendWrite(write, deny())

        expect(status, 'the status of the answer').toBeGreaterThanOrEqual(400)
        expect(await place.note(), 'what the map notes afterwards').toBe(write.before)
        caller.requireRequest()
      })
      .sees('denied-writes-allowed', 'denied-writes-done')
  },
)

must(
  'flag.token-auth-file.writes',
  { ...flagRow('--token-auth-file', 'writes'), capability: 'token-file-csv' },
  () => {
    says(
      'Requests that write are authenticated like those that read: without valid credentials they change nothing.',
    )
    const sendAsWriter = async (write: Write, token: string | undefined) => {
      const apiServer = await server()
      const recordedRequests = await WriteNamespace.for(apiServer, write)
      const credentialOptions = token === undefined ? ({ as: 'none' } as const) : { token }
      const { status } = await apiServer.request({
        ...write.request(recordedRequests.maps),
        ...credentialOptions,
      })
      return { status, note: await recordedRequests.note() }
    }

    test
      .for(writes)('%s is done with a token of the file', async (write) => {
        ;(await host()).webhook(webhook).about('wendy').answer({ review: allow() })
        const { status, note } = await sendAsWriter(write, writer)

        expect({ done: status < 300, note }).toEqual({ done: true, note: write.after })
      })
      .sees('static-tokens-ignored')

    refuses
      .for(writes)(
        {
          title: '%s with a token that is in no line of the file, and changes nothing',
          id: '%s with a token that no line has, and changes nothing',
        },
        async (write) => {
          const { status, note } = await sendAsWriter(write, 'another-token')

          expect({ done: status < 300, note }).toEqual({ done: false, note: write.before })
        },
      )
      .sees('writes-with-any-token-done')

    refuses
      .for(writes)('%s without credentials, and changes nothing', async (write) => {
        const { status, note } = await sendAsWriter(write, undefined)

        expect({ done: status < 300, note }).toEqual({ done: false, note: write.before })
      })
      .sees('writes-without-credentials-done')
  },
)

must(
  'audit.events.writes',
  { ...flagRow('--audit-policy-file', 'writes'), capability: 'audit-events' },
  () => {
    says('Requests that write are recorded at both places, whether they are done or denied.')
    for (const [answered, answer] of Object.entries({ done: allow(), denied: deny() })) {
      test
        .for(writes)(
          {
            title: `the event of %s that is ${answered} is recorded`,
            id: `%s that is ${answered} is recorded`,
          },
          async (write) => {
            const { caller, path, status } = await sendWrite(write, answer)
            const { log, receiver } = await sinks()
            const event = {
              verb: write.verb,
              user: { username: caller.caller.name },
              responseStatus: { code: status },
            }
            const places = { log: () => log.events(), webhook: () => receiver.events }

            for (const family of families) {
              const callerEvents = () =>
                places[family]().filter(
                  ({ requestURI, verb, user }) =>
                    requestURI.split('?')[0] === path &&
                    verb === write.verb &&
                    user?.username === caller.caller.name,
                )
              await becomesTrue(() => callerEvents().length > 0, arrivedWithinMs)
              expect(callerEvents(), `events in the ${family}`).toMatchObject([event])
            }
          },
        )
        .sees((write) => (write.verb === 'create' ? undefined : 'audit-of-changes-lost'))
    }
  },
)
