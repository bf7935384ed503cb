import { expect, rulesOf, says, test } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { certificateOf, sendOverHttp2 } from '../protocols/over-http2.ts'
import { type ReviewedRequest, reviewedRequests } from '../authorization/requests.ts'
import { configFile, plain } from '../authorization/webhook-servers.ts'

const { must } = rulesOf({ limitMs: 60_000 })

const protocols = ['HTTP/1.1', 'HTTP/2'] as const
type Protocol = (typeof protocols)[number]

/** Sends a request as a new user, and returns its status and its reviews. */
async function sendReviewed(
  { request }: ReviewedRequest,
  protocol: Protocol,
  answer: ReturnType<typeof allow>,
) {
  const judgedRequest = await plain.caller({ answer })
  const server = await plain.server()
  const response: Pick<HttpAnswer, 'status'> =
    protocol === 'HTTP/2'
      ? await sendOverHttp2(
          server,
          { ...request, headers: request.headers as Record<string, string> },
          certificateOf(server, judgedRequest.caller.name),
        )
      : await judgedRequest.caller.send(request.path, request)
  return { status: response.status, specs: judgedRequest.calls().map(({ review }) => review?.spec) }
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
            const allowedResponse = await sendReviewed(one, protocol, allow())
            const deniedRequest = await sendReviewed(one, protocol, deny())

            const { resource, path } = one
            const expectedReview =
              resource === undefined ? { nonResourceAttributes: { path } } : { resourceAttributes: resource }
            expect(allowedResponse.specs, 'the reviews of the request that is allowed').toMatchObject([
              expectedReview,
            ])
            expect(deniedRequest.specs, 'the reviews of the request that is denied').toMatchObject([
              expectedReview,
            ])
            expect(deniedRequest.status, 'the status of the request that is denied').toBeGreaterThanOrEqual(
              400,
            )
            expect(deniedRequest.status, 'the statuses of both').not.toBe(allowedResponse.status)
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
