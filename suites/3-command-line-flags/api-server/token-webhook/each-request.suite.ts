import { expect, rulesOf, says, test } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { certificateOf, overHttp2 } from '../protocols/server.ts'
import { type ReviewedRequest, reviewedRequests } from '../authorization/requests.ts'
import { configFile, plain } from '../authorization/webhook-servers.ts'

const { must } = rulesOf({ limitMs: 60_000 })

const protocols = ['HTTP/1.1', 'HTTP/2'] as const
type Protocol = (typeof protocols)[number]

/** Sends a request of a new user, and returns its status and the reviews of it. */
async function reviewed({ request }: ReviewedRequest, protocol: Protocol, answer: ReturnType<typeof allow>) {
  const judged = await plain.caller({ answer })
  const server = await plain.server()
  const sent: Pick<HttpAnswer, 'status'> =
    protocol === 'HTTP/2'
      ? await overHttp2(
          server,
          { ...request, headers: request.headers as Record<string, string> },
          certificateOf(server, judged.caller.name),
        )
      : await judged.caller.asks(request.path, request)
  return { status: sent.status, specs: judged.asked().map(({ review }) => review?.spec) }
}

for (const protocol of protocols) {
  const suffix = protocol === 'HTTP/2' ? '-http2' : ''
  must(
    `flag.authorization-webhook-config-file.each-request${suffix}`,
    flagRow(configFile, `each request over ${protocol}`),
    () => {
      says(`The webhook is called for each request over ${protocol}, and one that it denies is rejected.`)
      test
        .for(reviewedRequests)(
          { title: 'reviews a request %s, and rejects it when the webhook denies it', id: '%s' },
          async (one) => {
            const allowed = await reviewed(one, protocol, allow())
            const denied = await reviewed(one, protocol, deny())

            const { resource, path } = one
            const wanted =
              resource === undefined ? { nonResourceAttributes: { path } } : { resourceAttributes: resource }
            expect(allowed.specs, 'the reviews of the request that is allowed').toMatchObject([wanted])
            expect(denied.specs, 'the reviews of the request that is denied').toMatchObject([wanted])
            expect(denied.status, 'the status of the request that is denied').toBeGreaterThanOrEqual(400)
            expect(denied.status, 'the statuses of both').not.toBe(allowed.status)
          },
        )
        .sees(({ resource }) =>
          resource?.subresource !== undefined
            ? 'subresources-not-authorized'
            : resource === undefined
              ? 'paths-not-authorized'
              : 'objects-not-authorized',
        )
    },
  )
}
