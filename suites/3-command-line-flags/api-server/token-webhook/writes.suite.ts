import { expect, refuses, rulesOf, says, test } from '#kit'
import { authenticated, unauthenticated } from '#mocks/token-webhook/index.ts'
import type { ApiRequest } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { overHttp2 } from '../protocols/server.ts'
import { RecordedRequests, type Write, writes } from '../writes/writes.ts'
import { freshToken, long, user } from './fixture.ts'

const { must } = rulesOf({ capability: 'objects' })
const flag = '--authentication-token-webhook-config-file'

type Protocol = 'HTTP/1.1' | 'HTTP/2'

/** Sends a write with a token for which the webhook returns a given response, and returns the result. */
async function written(write: Write, protocol: Protocol, review: ReturnType<typeof authenticated>) {
  const running = await long.server()
  const place = await RecordedRequests.for(running, write)
  const token = freshToken()
  const about = (await long.host()).webhook(long.name).about(token)
  about.answer({ review })
  const request: Omit<ApiRequest, 'as'> = { ...write.request(place.maps), token }
  const { status } =
    protocol === 'HTTP/2'
      ? await overHttp2(running, request)
      : await running.request({ ...request, as: 'none' })
  return { done: status < 300, note: await place.note(), calls: about.journal.length }
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
            expect(await written(write, protocol, authenticated(user))).toEqual({
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
            expect(await written(write, protocol, unauthenticated())).toEqual({
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
