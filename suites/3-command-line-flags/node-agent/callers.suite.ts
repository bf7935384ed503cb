import { readdirSync, readFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { createAuthority } from '#harness/certificates/authority.ts'
import { accepts, expect, refuses, rulesOf, says, shared, test } from '#kit'
import { file } from '#kit/launch.ts'
import { credentials } from '#harness/programs/credentials.ts'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { targetDialect } from '../../shared/dialect.ts'
import { expectAgentAccepted, expectAgentRefusal, sharedAgent } from '../../shared/node-agent.ts'
import { requests } from './node-requests.ts'
import { statusOf } from './status.ts'
import { servedCertificate } from './served-certificate.ts'
import { agentFlagRow as flagRow } from '../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const openAgent = sharedAgent(() => ({ flags: { '--anonymous-auth': true } }))
const secondAuthority = shared(() => createAuthority('another authority of clients'))
const closedAgent = sharedAgent(async () => {
  const { authority } = await credentials(targetDialect())
  const bundle = [authority, await secondAuthority()].map(({ certificate }) => certificate).join('')
  return {
    flags: { '--anonymous-auth': false, '--client-ca-file': file('clients.pem', bundle, { verbatim: true }) },
  }
})
const selfSignedAgent = sharedAgent(() => ({
  flags: { '--tls-cert-file': undefined, '--tls-private-key-file': undefined },
}))

/** Returns the certificates in an agent's certificate directory. */
function certificatesOf(agent: NodeAgent): string[] {
  const directory = agent.path('certs')
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .filter((text) => text.includes('BEGIN CERTIFICATE'))
    .map((text) => new X509Certificate(text).fingerprint256)
}

must('agent.callers.anonymous', flagRow('--anonymous-auth', 'effect'), () => {
  says('Requests without credentials are let in exactly when --anonymous-auth says so.')
  test(
    {
      title: 'accepts requests without credentials when the flag is true',
      id: 'lets them in where it is true',
    },
    async () => {
      expect(await statusOf((await openAgent()).get('/healthz', 'none'))).toBe(200)
    },
  ).sees('anonymous-refused')

  refuses(
    { title: 'requests without credentials when the flag is false', id: 'them where it is false' },
    async () => {
      expect(await statusOf((await closedAgent()).get('/healthz', 'none'))).toBe(401)
    },
  ).sees('anonymous-let-in')
})

must('agent.callers.anonymous-requests', flagRow('--anonymous-auth', 'every request'), () => {
  says(
    'Where --anonymous-auth is false, no request without credentials is served, whatever its verb and path are.',
  )
  test
    .for(requests)({ title: 'does not reject the credentials of %s', id: '%s' }, async ({ method, path }) => {
      expect(await statusOf((await closedAgent()).send(path, { method }))).not.toBe(401)
    })
    .sees('client-certificate-refused')

  refuses
    .for(requests)({ title: '%s without credentials', id: '%s' }, async ({ method, path }) => {
      expect(await statusOf((await closedAgent()).send(path, { method, as: 'none' }))).toBe(401)
    })
    .sees('anonymous-let-in', ({ method }) =>
      method === 'GET' ? undefined : 'anonymous-let-in-with-other-verbs',
    )
})

must('agent.callers.client-certificate', flagRow('--client-ca-file', 'effect'), () => {
  says('Clients with certificates of --client-ca-file are known.')
  test(
    { title: 'identifies a client by its certificate', id: 'knows a client by its certificate' },
    async () => {
      expect(await statusOf((await closedAgent()).get('/healthz'))).toBe(200)
    },
  ).sees('client-certificate-refused')

  test(
    {
      title: 'identifies a client by a certificate that the second authority of the file signed',
      id: 'knows a client by a certificate of the second authority of the file',
    },
    async () => {
      const clientPair = (await secondAuthority()).issue({
        commonName: 'somebody',
        usage: 'client',
        hosts: [],
      })
      expect(await statusOf((await closedAgent()).get('/healthz', clientPair))).toBe(200)
    },
  ).sees('client-certificate-of-first-authority-alone')

  refuses(
    {
      title: 'a client whose certificate an authority outside of the file signed',
      id: 'a client with a certificate of another authority',
    },
    async () => {
      const otherAuthority = await createAuthority()
      const clientPair = otherAuthority.issue({ commonName: 'somebody', usage: 'client', hosts: [] })
      expect(await statusOf((await closedAgent()).get('/healthz', clientPair))).toBe(401)
    },
  ).sees('client-certificate-unverified')

  const hourMs = 3_600_000
  const invalidCertificates = {
    'that has expired': {
      id: 'expired',
      times: () => ({
        notBefore: new Date(Date.now() - 2 * hourMs),
        notAfter: new Date(Date.now() - hourMs),
      }),
    },
    'that is not valid yet': {
      id: 'not-yet',
      times: () => ({
        notBefore: new Date(Date.now() + hourMs),
        notAfter: new Date(Date.now() + 2 * hourMs),
      }),
    },
  }
  for (const [words, { id, times }] of Object.entries(invalidCertificates))
    refuses({ title: `a client with a certificate ${words}`, id }, async () => {
      const clientPair = (await secondAuthority()).issue({
        commonName: 'somebody',
        usage: 'client',
        hosts: [],
        ...times(),
      })
      expect(await statusOf((await closedAgent()).get('/healthz', clientPair))).toBe(401)
    }).sees('client-certificate-unverified', 'client-certificate-times-ignored')
})

must('agent.server.certificate', flagRow('--tls-cert-file', 'effect'), () => {
  says('The agent shows the certificate of --tls-cert-file.')
  test(
    { title: 'presents the given certificate', id: 'shows the certificate that it is given' },
    async () => {
      const { serving } = await credentials(targetDialect())
      const configuredFingerprint = new X509Certificate(serving.certificate).fingerprint256
      expect((await servedCertificate(await openAgent()))?.fingerprint256).toBe(configuredFingerprint)
    },
  ).sees('given-certificate-ignored')
})

must('agent.server.certificate-directory', flagRow('--cert-dir', 'behaviour'), () => {
  says(
    'A certificate that the agent made itself lies in --cert-dir, where nothing lies when it is given one.',
  )
  test(
    { title: 'generates no certificate if one is given', id: 'makes none when it is given one' },
    async () => {
      expect(certificatesOf(await openAgent())).toEqual([])
    },
  ).sees('cert-dir-used-although-given')

  test(
    {
      title: 'presents a certificate from the directory if none is given',
      id: 'shows one that lies in the directory when it is given none',
    },
    async () => {
      const agent = await selfSignedAgent()
      expect(certificatesOf(agent)).toContain((await servedCertificate(agent))?.fingerprint256)
    },
  ).sees('cert-dir-ignored')
})

must(
  'agent.server.certificate-pair',
  { ...flagRow('--tls-private-key-file', 'pair'), overlaps: true },
  () => {
    says('--tls-cert-file and --tls-private-key-file go together.')
    accepts({ title: 'a certificate with its key', id: 'both' }, () => expectAgentAccepted({}))

    refuses('a certificate without its key', () =>
      expectAgentRefusal({ flags: { '--tls-private-key-file': undefined } }, 'open'),
    ).sees('tls-file-alone-accepted')

    refuses('a key without its certificate', () =>
      expectAgentRefusal({ flags: { '--tls-cert-file': undefined } }, 'open'),
    ).sees('tls-file-alone-accepted')
  },
)
