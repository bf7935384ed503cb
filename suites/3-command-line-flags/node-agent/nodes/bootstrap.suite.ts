import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority } from '#harness/certificates/authority.ts'
import { becomesTrue, becomesTrueSoon, currentCheck, expect, rulesOf, says, test } from '#kit'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import { nodeName } from '#harness/programs/node-agent.ts'
import { nodeExists } from '../fixture.ts'
import { agentOutcome, sharedAgent, startAgent } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import {
  requestsWithinMs,
  bootstrapFlags,
  denyCertificate,
  issueCertificate,
  nodeSubject,
  type SigningFixture,
  requestsOf,
  sharedSigningFixture,
  startApi,
  token,
} from './signing.ts'

const program = 'node-agent'

const { must } = rulesOf({ program, limitMs: 120_000 })

const staysAwayMs = 2_000
const sharedSigning = sharedSigningFixture()

const agent = sharedAgent(async () => {
  const signingFixture = await sharedSigning()
  void approve(signingFixture)
  return { flags: bootstrapFlags(signingFixture) }
})

/** Approves the first certificate request, and records whether the file already existed. */
async function approve(signingFixture: SigningFixture): Promise<void> {
  await becomesTrue(() => requestsOf(signingFixture.api).length > 0, requestsWithinMs)
  const [found] = requestsOf(signingFixture.api)
  if (found === undefined) return
  signingFixture.wasEarly = existsSync(signingFixture.path)
  issueCertificate(signingFixture.api, found, await createAuthority())
}

must('agent.node.bootstrap', flagRow('--bootstrap-orchconfig', 'behaviour'), () => {
  says(
    'Without the file of --orchconfig, a certificate is requested with --bootstrap-orchconfig, and then that file is written.',
  )
  test(
    {
      title: 'requests a certificate with the bootstrap configuration',
      id: 'asks for a certificate with the first configuration',
    },
    async () => {
      await agent()
      const { api } = await sharedSigning()
      const post = api.journal.find(({ method, path }) => method === 'POST' && path.endsWith('requests'))
      expect(post?.bearerToken).toBe(token)
    },
  ).sees('client-config-token-not-sent')

  test(
    {
      title: 'writes the client configuration only after the certificate is issued',
      id: 'writes the file when there is a certificate, and not before',
    },
    async () => {
      await agent()
      const signingFixture = await sharedSigning()
      expect(await becomesTrue(() => existsSync(signingFixture.path), requestsWithinMs)).toBe(true)
      expect(signingFixture.wasEarly).toBe(false)
    },
  ).sees('bootstrap-writes-early')

  test(
    {
      title: 'requests no certificate if the file exists, and does not change the file',
      id: 'asks for none where that file is there, and leaves it alone',
    },
    async () => {
      const api = await startApi()
      const directory = makeWorkspace('bootstrapped')
      currentCheck().defer(async () => {
        await api.stop()
        removeWorkspace(directory)
      })
      const path = join(directory, 'client.yaml')
      const commonName = `system:node:${nodeName}`
      const authority = await createAuthority()
      const client = authority.issue({ commonName, ...nodeSubject })
      const text = api.clientConfiguration({ client })
      writePrivate(path, text)
      await startAgent({ flags: bootstrapFlags({ api, path }) })
      expect(await becomesTrue(() => nodeExists(api), requestsWithinMs)).toBe(true)
      const requestsWithToken = api.journal.filter(({ bearerToken }) => bearerToken === token)
      expect(requestsWithToken.map(({ method, path: requestPath }) => `${method} ${requestPath}`)).toEqual([])
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  ).sees('bootstrap-although-configured')

  test({ title: 'writes no client configuration if the request is denied', id: 'denied' }, async () => {
    const api = await startApi()
    const directory = makeWorkspace('denied')
    currentCheck().defer(async () => {
      await api.stop()
      removeWorkspace(directory)
    })
    const path = join(directory, 'client.yaml')
    const denial = (async () => {
      const isRequested = await becomesTrue(() => requestsOf(api).length > 0, requestsWithinMs)
      if (isRequested) denyCertificate(api, requestsOf(api)[0]!)
      return isRequested
    })()
    const { outcome } = await agentOutcome({ flags: bootstrapFlags({ api, path }) })
    currentCheck().observe('outcome', outcome)
    expect(await denial, 'a request').toBe(true)
    expect(await becomesTrueSoon(() => existsSync(path), staysAwayMs)).toBe(false)
  }).sees('bootstrap-writes-when-denied')

  test(
    {
      title: 'keeps certificate and key in the certificate directory',
      id: 'keeps certificate and key in the directory for them',
    },
    async () => {
      const startedAgent = await agent()
      const directory = startedAgent.hostPathOf(startedAgent.path('certs'))
      const fileTexts = () =>
        readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'))
      const isKept = () => fileTexts().some((text) => text.includes('PRIVATE KEY'))
      expect(await becomesTrue(isKept, requestsWithinMs)).toBe(true)
      currentCheck().observe('what lies there', readdirSync(directory).toSorted())
    },
  ).sees('bootstrap-pair-elsewhere')

  test(
    { title: 'uses the issued certificate for later requests', id: 'uses the certificate from then on' },
    async () => {
      await agent()
      const { api } = await sharedSigning()
      const isPresented = () =>
        api.journal.some(({ client }) => client?.commonName?.includes(nodeName) === true)
      expect(await becomesTrue(isPresented, requestsWithinMs)).toBe(true)
    },
  ).sees('client-config-certificate-not-shown')
})
