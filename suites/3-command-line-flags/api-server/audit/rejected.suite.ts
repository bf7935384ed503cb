import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { createAuthority } from '#harness/certificates/authority.ts'
import type { ApiRequest } from '#harness/programs/api-server.ts'
import { blockingServer } from './blocking-server.ts'
import { families } from './event-counter.ts'

const { must } = rulesOf({ document: 3, section: 'Events', capability: 'audit-events' })

const arrivedWithinMs = 6_000
let requestCount = 0

type Caller = Pick<ApiRequest, 'as' | 'token'>

/** Callers that the server does not authenticate. */
const unknownCallers: Readonly<Record<string, () => Promise<Caller> | Caller>> = {
  'with an invalid token': () => ({ token: 'of-no-user' }),
  'without credentials': () => ({ as: 'none' }),
  'with a certificate of an unknown CA': async () => {
    const authority = await createAuthority('a stranger')
    return { as: authority.issue({ commonName: 'stranger', usage: 'client', hosts: [] }) }
  },
}

for (const family of families) {
  must(
    `audit.events.${family}-unauthenticated`,
    { row: 'audit backends and modes', aspect: `${family}, callers that are not authenticated` },
    () => {
      says(`Requests of callers that are not authenticated are recorded to the ${family}, too.`)
      test
        .for(unknownCallers)({ title: 'a request %s is recorded', id: '%s' }, async (caller) => {
          const { server, log, receiver } = await blockingServer()
          // The policy records every stage of requests to these paths.
          const path = `/ledger/unauthenticated-${++requestCount}`
          const { status } = await server.request({ path, ...(await caller()) })
          const codes = (): unknown[] =>
            (family === 'log' ? log.events() : receiver.events)
              .filter(({ requestURI }) => requestURI === path)
              .map(({ responseStatus }) => responseStatus?.code)
          await becomesTrue(() => codes().includes(status), arrivedWithinMs)

          expect(status, 'the status of the response').toBeOneOf([401, 403])
          expect(codes(), 'statuses in the events').toContain(status)
        })
        .sees('audit-of-unauthenticated-requests-lost')
    },
  )
}
