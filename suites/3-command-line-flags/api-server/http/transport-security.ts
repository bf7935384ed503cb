import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

/** Directives of RFC 6797. */
export const directives = ['max-age=31536000', 'includeSubDomains', 'preload']

const header = 'strict-transport-security'

type Servers = () => Promise<ApiServer>

/** The rules of the header that makes browsers insist on TLS. */
export function transportSecurity(flagged: Servers, plain: Servers): void {
  const sent = async (servers: Servers, path: string) =>
    (await (await servers()).request({ path })).headers[header]
  const row = (aspect: string) => flagRow('--strict-transport-security-directives', aspect)

  rule(
    {
      id: 'flag.strict-transport-security-directives.header',
      level: 'MUST',
      says: 'Answers have the directives in their HSTS header; empty adds none.',
      source: row('meaning'),
    },
    () => {
      test('sends the directives', async () => {
        const parts = String(await sent(flagged, '/version')).split(';')

        expect(parts.map((part) => part.trim()).toSorted()).toEqual(directives.toSorted())
      }).sees('hsts-never', 'hsts-first-directive-only')

      test('sends no header without directives', async () => {
        expect(await sent(plain, '/version')).toBeUndefined()
      }).sees('hsts-without-directives')
    },
  )
  rule(
    {
      id: 'flag.strict-transport-security-directives.open',
      level: 'UNSPECIFIED',
      says: 'Which answers have the header is open.',
      source: row('answers'),
    },
    () => {
      test('observes the header of an answer that nothing is there', async (check) => {
        check.observe('has the header', (await sent(flagged, '/apis/nothing.example')) !== undefined)
      })
    },
  )
}
