import { expect, refuses, rulesOf, says, test } from '#kit'
import { authenticated, unauthenticated } from '#mocks/token-webhook/index.ts'
import type { ApiRequest } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { sendOverHttp2 } from '../protocols/over-http2.ts'
import { WriteNamespace, type Write, writes } from '../writes/writes.ts'
import { createFreshToken, longTtlFixture, user } from './fixture.ts'

const { must } = rulesOf({ capability: 'objects' })
const flag = '--authentication-token-webhook-config-file'

type Protocol = 'HTTP/1.1' | 'HTTP/2'

/** Sends a write with a new token and a webhook response for it, and returns the result. */
async function sendWrite(write: Write, protocol: Protocol, review: ReturnType<typeof authenticated>) {
  const apiServer = await longTtlFixture.server()
  const recordedRequests = await WriteNamespace.for(apiServer, write)
  const token = createFreshToken()
  const webhookHandle = (await longTtlFixture.host()).webhook(longTtlFixture.name).about(token)
  webhookHandle.answer({ review })
  const request: Omit<ApiRequest, 'as'> = { ...write.request(recordedRequests.maps), token }
  const { status } =
    protocol === 'HTTP/2'
      ? await sendOverHttp2(apiServer, request)
      : await apiServer.request({ ...request, as: 'none' })
  return { done: status < 300, note: await recordedRequests.note(), calls: webhookHandle.journal.length }
}

const protocols = { writes: 'HTTP/1.1', http2: 'HTTP/2' } as const

for (const [suffix, protocol] of Object.entries(protocols)) {
  must(
    `flag.authentication-token-webhook-config-file.${suffix}`,
    flagRow(flag, `writes over ${protocol}`),
    () => {
      says(`The webhook decides about the tokens of requests that write over ${protocol} as about others.`)
      test
        .for(writes)(
          { title: '%s is done with a token that the webhook accepts', id: '%s' },
          async (write) => {
            expect(await sendWrite(write, protocol, authenticated(user))).toEqual({
              done: true,
              note: write.after,
              calls: 1,
            })
          },
        )
        .sees('token-webhook-ignored')

      refuses
        .for(writes)(
          { title: '%s with a token that the webhook rejects, and changes nothing', id: '%s' },
          async (write) => {
            expect(await sendWrite(write, protocol, unauthenticated())).toEqual({
              done: false,
              note: write.before,
              calls: 1,
            })
          },
        )
        .sees('writes-with-any-token-done')
    },
  )
}
