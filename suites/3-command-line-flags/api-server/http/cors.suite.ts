import { accepts, expect, formerly, refuses, rulesOf, says, seeing, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { expectRefusal, expectServes } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { serverWithFlags, plainServer } from './http-servers.ts'

const { must, unspecified } = rulesOf()

const flag = '--cors-allowed-origins'

/** Returns the allowed origin in the response to a browser page, if any. */
async function allowedOrigin(server: ApiServer, origin: string): Promise<unknown> {
  const { headers, status } = await server.request({ path: '/version', headers: { origin } })
  expect(status, 'the status').toBe(200)
  return headers['access-control-allow-origin']
}

must('flag.cors-allowed-origins.headers', flagRow(flag, 'meaning'), () => {
  says(
    'CORS allows origins that fully match one of the regular expressions. Without the flag, it allows none.',
  )
  accepts
    .for({
      'an origin that an expression between ^ and $ matches': formerly(
        'an origin of a regular expression',
        'https://one.first.example',
      ),
      'an origin that an expression after two slashes matches': formerly(
        'an origin behind two slashes',
        'http://second.example',
      ),
      'an origin with a port for an expression that ends with a colon': formerly(
        'its port behind a colon',
        'https://second.example:8443',
      ),
    })('%s', async (origin) => {
      expect(await allowedOrigin(await serverWithFlags(), origin)).toBeOneOf([origin, '*'])
    })
    .sees('cors-headers-missing')

  refuses
    .for({
      'an origin that no expression matches': formerly('another origin', 'https://other.example'),
      'an origin with a suffix': formerly(
        'an origin that goes on',
        seeing(['cors-anchors-dropped'], 'https://one.first.example.org'),
      ),
      'an origin with a prefix': formerly(
        'an origin that begins before it',
        seeing(['cors-anchors-dropped'], 'https://xsecond.example'),
      ),
      'an origin with a character that the expression does not match': formerly(
        'a character that the expression does not take',
        'https://1.first.example',
      ),
      'an origin with a scheme that the expression does not match': formerly(
        'another scheme',
        seeing(['cors-anchors-dropped'], 'shttps://third.example'),
      ),
    })('%s', async (origin) => {
      expect(await allowedOrigin(await serverWithFlags(), origin)).toBeUndefined()
    })
    .sees('cors-any-origin')

  refuses('any origin without the flag', async () => {
    expect(await allowedOrigin(await plainServer(), 'https://one.first.example')).toBeUndefined()
  }).sees('cors-without-origins')
})

must('flag.cors-allowed-origins.anchors', { ...flagRow(flag, 'anchors'), overlaps: true }, () => {
  says('An expression begins with ^ or two slashes, and ends with $ or a colon.')
  accepts(
    { title: 'expressions with each of the two anchors at each end', id: 'both anchors at both ends' },
    () => expectServes(serverWithFlags),
  ).sees('cors-slashes-refused')

  refuses.for({
    'an expression without an anchor at the start': seeing(
      ['cors-start-unanchored'],
      String.raw`a\.example$`,
    ),
    'an expression without an anchor at the end': seeing(
      ['cors-end-unanchored'],
      String.raw`^https//a\.example`,
    ),
  })('%s', async (expression) => {
    await expectRefusal({ flags: { [flag]: expression } }, 'cors-allowed-origins')
  })
})

unspecified('flag.cors-allowed-origins.open', flagRow(flag, 'answers'), () => {
  says('Unspecified: other CORS headers, and the response to a preflight request.')
  test(
    { title: 'records the response to a preflight request', id: 'observes a preflight' },
    async (check) => {
      const headers = { origin: 'https://one.first.example', 'access-control-request-method': 'PUT' }
      const server = await serverWithFlags()
      const preflightResponse = await server.request({
        method: 'OPTIONS',
        path: '/version',
        headers,
        as: 'none',
      })
      const corsHeaders = Object.entries(preflightResponse.headers).filter(([name]) =>
        name.startsWith('access-control-'),
      )
      check.observe('answer', { status: preflightResponse.status, ...Object.fromEntries(corsHeaders) })
    },
  )
})
