import { createAuthority } from '#harness/certificates/authority.ts'
import { refuses, rulesOf, says, test } from '#kit'
import {
  type Below,
  invalidTimes,
  unverifiedChains,
  verifiedChains,
} from '../../../shared/certificate-chains.ts'
import { expectIdentity, expectUnauthenticated, groupsOf } from '../identity.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { lastAuthority, secondAuthority, server } from './credential-server.ts'

const { must, unspecified } = rulesOf()

const flag = '--client-ca-file'
const strangerAuthority = createAuthority('stranger')
const client = { usage: 'client', hosts: [] } as const

must('flag.client-ca-file.common-name', flagRow(flag), () => {
  says('A client whose certificate chains to one of the CAs is authenticated as its CommonName.')
  test(
    {
      title: 'a certificate that the first CA signed identifies its client by the common name',
      id: 'a certificate of the first CA is known by its common name',
    },
    async () => {
      const { authority } = (await server()).credentials
      const clientPair = authority.issue({ commonName: 'Alice', ...client })

      await expectIdentity(await server(), { as: clientPair }, { username: 'Alice' })
    },
  ).sees('client-certificate-name-lower-case')

  test(
    {
      title: 'a certificate that the second CA signed identifies its client by the common name',
      id: 'a certificate of the second CA is known by its common name',
    },
    async () => {
      const clientPair = (await secondAuthority).issue({ commonName: 'bob', ...client })

      await expectIdentity(await server(), { as: clientPair }, { username: 'bob' })
    },
  ).sees('client-ca-file-first-certificate-only')

  test(
    {
      title: 'a certificate that the last of three CAs signed identifies its client by the common name',
      id: 'a certificate of the last CA is known by its common name',
    },
    async () => {
      const clientPair = (await lastAuthority).issue({ commonName: 'bob', ...client })

      await expectIdentity(await server(), { as: clientPair }, { username: 'bob' })
    },
  ).sees('client-ca-file-first-certificate-only', 'client-ca-file-first-two-certificates-only')

  test(
    {
      title: 'a certificate with organizations identifies its client by the common name',
      id: 'a certificate with organizations is known by its common name',
    },
    async () => {
      const { authority } = (await server()).credentials
      const organizations = ['crew', 'cooks']
      const clientPair = authority.issue({ commonName: 'carol', organizations, ...client })

      await expectIdentity(await server(), { as: clientPair }, { username: 'carol' })
    },
  ).sees('client-certificate-organization-is-user')

  refuses(
    {
      title: 'a certificate that a CA outside of the file signed',
      id: 'a certificate of a CA that is not in the file',
    },
    async () => {
      const clientPair = (await strangerAuthority).issue({ commonName: 'alice', ...client })

      await expectUnauthenticated(await server(), { as: clientPair })
    },
  ).sees('client-certificate-chain-not-verified')

  refuses
    .for(invalidTimes)({ title: 'a certificate that %s', id: 'a certificate that %s' }, async (times) => {
      const { authority } = (await server()).credentials
      const clientPair = authority.issue({ commonName: 'alice', ...client, ...times() })

      await expectUnauthenticated(await server(), { as: clientPair })
    })
    .sees((_times, name) =>
      name === 'has expired' ? 'client-certificate-expiry-ignored' : 'client-certificate-start-ignored',
    )
})

must('flag.client-ca-file.chains', flagRow(flag, 'chains'), () => {
  says(
    'A chain from the certificate of a client to one of the CAs may have intermediates, which the client shows.',
  )
  const certificateBelow = async (of: Below) => {
    const authority = await of(await secondAuthority)
    return { as: authority.issue({ commonName: 'erin', ...client }) }
  }

  test
    .for(verifiedChains)(
      {
        title: 'a certificate signed by %s identifies its client by the common name',
        id: 'a certificate below %s is known by its common name',
      },
      async (of) => {
        await expectIdentity(await server(), await certificateBelow(of), { username: 'erin' })
      },
    )
    .sees('client-certificate-intermediates-refused', 'client-ca-file-first-certificate-only')

  refuses
    .for(unverifiedChains)(
      { title: 'a certificate signed by %s', id: 'a certificate below %s' },
      async (of) => {
        await expectUnauthenticated(await server(), await certificateBelow(of))
      },
    )
    .sees((_of, name) =>
      name.includes('expired')
        ? 'client-certificate-expiry-ignored'
        : 'client-certificate-chain-not-verified',
    )
})

unspecified('flag.client-ca-file.organizations', flagRow(flag, 'organizations'), () => {
  says('Unspecified: the meaning of the organizations of a client certificate.')
  test(
    {
      title: 'records the groups of a client with two organizations',
      id: 'the groups of a client with two organizations are recorded',
    },
    async (check) => {
      const clientPair = (await secondAuthority).issue({
        commonName: 'dan',
        organizations: ['crew', 'cooks'],
        ...client,
      })

      check.observe('groups', await groupsOf(await server(), { as: clientPair }))
    },
  )
})
