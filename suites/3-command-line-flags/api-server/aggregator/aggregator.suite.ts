import { becomesTrue, currentCheck, expect, rulesOf, says, test } from '#kit'
import type { HttpJournalEntry } from '#mocks/http/index.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import {
  aggregatorClient,
  availableWithinMs,
  type AggregatorFixture,
  send,
  requiringAggregator,
  routingAggregator,
  places,
  defaultAggregator,
} from './fixtures.ts'

const capability = 'aggregated-apis'

const { must, unspecified, excluded } = rulesOf({ document: 3, section: 'Authentication', capability })

const redirectTarget = 'https://elsewhere.example/things'

/** Returns the response to a client whose request the aggregated server redirects with a status. */
async function sendRedirected(
  fixture: AggregatorFixture,
  code: number,
  location = redirectTarget,
  method = 'GET',
) {
  fixture.api.answer({
    objects: (honest, { query }: HttpJournalEntry) => {
      if (query !== `code=${code}`) return honest
      const headers = location === '' ? {} : { location }
      return new Response(null, { status: code, headers })
    },
  })
  const requestsBefore = fixture.api.objects.length
  const { status, headers } = await send(fixture, `?code=${code}`, method)
  expect(fixture.api.objects.length - requestsBefore, 'questions to the aggregated server').toBe(1)
  return { status, location: headers['location'] }
}

must(
  'flag.proxy-client-cert-file.aggregated-servers',
  {
    ...flagRow('--proxy-client-cert-file', 'aggregated servers'),
    rows: ['--proxy-client-cert-file', '--proxy-client-key-file'],
  },
  () => {
    says('The server proves who it is with the certificate and its key when it calls aggregated API servers.')
    const clientOf = async (fixture: AggregatorFixture) => {
      await send(fixture)
      return fixture.api.objects.at(-1)?.client?.commonName
    }

    test(
      {
        title: 'an aggregated server receives the client certificate',
        id: 'an aggregated server is shown the certificate',
      },
      async () => {
        expect(await clientOf(await defaultAggregator())).toBe(aggregatorClient)
      },
    ).sees('aggregated-server-shown-no-certificate')

    // Servers also connect to check the availability of the aggregated server.
    test(
      {
        title: 'an aggregated server that requires a client certificate for every connection is called',
        id: 'required-certificate',
      },
      async () => {
        expect((await send(await defaultAggregator())).status).toBe(200)
        const fixture = await requiringAggregator()
        const isServed = async () => (await send(fixture)).status === 200

        expect(await becomesTrue(isServed, availableWithinMs), 'a request is passed on').toBe(true)
        expect(fixture.api.objects.at(-1)?.client?.commonName).toBe(aggregatorClient)
      },
    ).sees('aggregated-server-shown-no-certificate')

    test(
      {
        title: 'an aggregated server receives no client certificate without the flags',
        id: 'an aggregated server is shown none without the flags',
      },
      async () => {
        expect(await clientOf(await routingAggregator())).toBeUndefined()
      },
    ).sees('aggregated-server-shown-serving-certificate')
  },
)

must(
  'flag.aggregator-reject-forwarding-redirect.redirects',
  flagRow('--aggregator-reject-forwarding-redirect', 'meaning'),
  () => {
    says('Redirects of aggregated servers are not passed on to clients, unless the flag is false.')
    for (const code of [301, 302, 303, 307, 308]) {
      test(
        {
          title: `a redirect with status ${code} is not passed on to the client`,
          id: `a redirect ${code} is kept from the client`,
        },
        async () => {
          const { status, location } = await sendRedirected(await defaultAggregator(), code)

          expect(location, 'the place to go to').toBeUndefined()
          expect(status >= 300 && status < 400, `${status} is a redirect`).toBe(false)
        },
      ).sees('aggregator-passes-redirects', ...(code === 303 ? ['aggregator-passes-303'] : []))

      test(
        {
          title: `a redirect with status ${code} is passed on when the flag is false`,
          id: `a redirect ${code} is passed on where the flag is false`,
        },
        async () => {
          expect(await sendRedirected(await routingAggregator(), code)).toEqual({
            status: code,
            location: redirectTarget,
          })
        },
      ).sees('aggregator-rejects-redirects')
    }

    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      test(
        {
          title: `a redirect of a ${method} is not passed on to the client`,
          id: `a redirect of a ${method} is kept from the client`,
        },
        async () => {
          const { status, location } = await sendRedirected(
            await defaultAggregator(),
            307,
            redirectTarget,
            method,
          )

          expect(location, 'the place to go to').toBeUndefined()
          expect(status >= 300 && status < 400, `${status} is a redirect`).toBe(false)
        },
      ).sees('aggregator-passes-redirects-of-writes')
    }
  },
)

unspecified(
  'flag.aggregator-reject-forwarding-redirect.open-answers',
  flagRow('--aggregator-reject-forwarding-redirect', 'answers'),
  () => {
    says('Unspecified: the response instead of a redirect, and which responses are treated as redirects.')
    test(
      {
        title: 'records the response that a client receives instead of a redirect',
        id: 'observes what a client is told',
      },
      async () => {
        const defaultFixture = await defaultAggregator()
        currentCheck().observe('instead of 302', (await sendRedirected(defaultFixture, 302)).status)
        currentCheck().observe(
          'for 302 without a place to go to',
          (await sendRedirected(defaultFixture, 302, '')).status,
        )
      },
    )
  },
)

must('flag.enable-aggregator-routing.addresses', flagRow('--enable-aggregator-routing', 'meaning'), () => {
  says(
    'Aggregated servers are reached at the cluster IP of their service, and with the flag at its endpoints.',
  )
  test('an aggregated server is reached at the cluster IP of its service', async () => {
    const defaultFixture = await defaultAggregator()
    await send(defaultFixture)

    expect([...new Set(defaultFixture.dialledAddresses())]).toEqual([places.service])
  }).sees('aggregator-always-routes')

  test(
    {
      title: 'an aggregated server is reached at an endpoint of its service with the flag',
      id: 'with the flag, it is reached at an endpoint of its service',
    },
    async () => {
      const routingFixture = await routingAggregator()
      await send(routingFixture)

      expect([...new Set(routingFixture.dialledAddresses())]).toEqual([places.endpoint])
    },
  ).sees('aggregator-never-routes')
})

excluded(
  'authentication.api-server-to-webhooks-and-user-api-servers',
  'API server to webhooks and user API servers',
  'The API server authenticates to webhooks and user API servers by the proxy client certificate.',
  'The same statement as in the flag table: flag.proxy-client-cert-file.admission-webhooks and flag.proxy-client-cert-file.aggregated-servers judge it.',
)
