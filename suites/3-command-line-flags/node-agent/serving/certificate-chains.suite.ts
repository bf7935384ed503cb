import { credentials } from '#harness/programs/credentials.ts'
import { expect, refuses, rulesOf, says, test } from '#kit'
import { type Below, unverifiedChains, verifiedChains } from '../../../shared/certificate-chains.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { sharedAgent } from '../../../shared/node-agent.ts'
import { statusOf } from '../status.ts'

const { must } = rulesOf({ program: 'node-agent' })

const closedAgent = sharedAgent(() => ({ flags: { '--anonymous-auth': false } }))

/** Returns the status of a request with a certificate of a chain below the agent's CA. */
async function statusBelow(of: Below): Promise<number | 'no answer'> {
  const { authority } = await credentials(targetDialect())
  const clientPair = (await of(authority)).issue({ commonName: 'erin', usage: 'client', hosts: [] })
  return statusOf((await closedAgent()).get('/healthz', clientPair))
}

must('agent.callers.certificate-chains', flagRow('--client-ca-file', 'chains'), () => {
  says('A chain from the certificate of a client to one of the CAs may have intermediates that it presents.')
  test
    .for(verifiedChains)(
      { title: 'identifies a client by a certificate signed by %s', id: 'known-below-%s' },
      async (of) => {
        expect(await statusBelow(of)).toBe(200)
      },
    )
    .sees('client-certificate-intermediates-refused')

  refuses
    .for(unverifiedChains)(
      { title: 'a client with a certificate signed by %s', id: 'below-%s' },
      async (of) => {
        expect(await statusBelow(of)).toBe(401)
      },
    )
    .sees('client-certificate-unverified', (_of, name) =>
      name.includes('expired') ? 'client-certificate-times-ignored' : undefined,
    )
})
