import { expect, formerly, refuses, rulesOf, says, seeing, test } from '#kit'
import { createAuthority } from '#harness/certificates/authority.ts'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { writeServingFile } from './fixture.ts'
import { flag, type CertificateName, pairFlag, certificateServedTo } from './named-server.ts'
import { sniServer } from './shared-servers.ts'

const { must, unspecified } = rulesOf()

const sniRow = (aspect: string) => flagRow(flag, aspect)

const server = sniServer

const requestWith = (servername: string, certificate: CertificateName) => ({ servername, certificate })
const isServed = async ({ servername, certificate }: ReturnType<typeof requestWith>) => {
  expect(await certificateServedTo(server, { servername })).toBe(certificate)
}

must('flag.tls-sni-cert-key.names', sniRow('names'), () => {
  says(
    'A client with a server name gets the certificate whose patterns, or else whose own names, match it; others get the default certificate.',
  )
  test
    .for({
      'an exact pattern': seeing(
        ['sni-wildcard-beats-exact'],
        requestWith('one.first.example', 'exact second'),
      ),
      'the second of two patterns': requestWith('also.example', 'wildcard second'),
      'a wildcard pattern': seeing(
        ['sni-wildcards-ignored'],
        requestWith('two.first.example', 'wildcard first'),
      ),
      'a name in a certificate without patterns': seeing(
        ['sni-names-not-extracted'],
        requestWith('extracted.example', 'extracted first'),
      ),
      'a wildcard in a certificate without patterns': seeing(
        ['sni-names-not-extracted'],
        requestWith('one.wild.example', 'extracted first'),
      ),
    })('serves the certificate of %s', isServed)
    .sees('sni-last-pair-only')

  test
    .for({
      'an unknown name': formerly('a name that nobody has', requestWith('other.example', 'usual')),
      'a name that a wildcard pattern does not cover': formerly(
        'a name beside a wildcard pattern',
        requestWith('first.example.org', 'usual'),
      ),
    })(
      { title: 'serves the default certificate for %s', id: 'serves the usual certificate for %s' },
      isServed,
    )
    .sees('sni-unknown-gets-first')

  test(
    {
      title: 'serves the default certificate to clients without a server name',
      id: 'serves the usual certificate to clients that ask for no name',
    },
    async () => {
      expect(await certificateServedTo(server, {})).toBe('usual')
    },
  ).sees('sni-nameless-gets-first')
})

must('flag.tls-sni-cert-key.addresses', sniRow('IP addresses'), () => {
  says('A pattern may be an IP address, at which clients get that certificate.')
  test(
    {
      title: 'serves the certificate of an address at this address',
      id: 'serves the certificate at its address',
    },
    async () => {
      expect(await certificateServedTo(server, { host: '127.0.0.3' })).toBe('address')
    },
  ).sees('sni-addresses-ignored')

  test(
    {
      title: 'serves the default certificate at a different address',
      id: 'serves the usual certificate at another address',
    },
    async () => {
      expect(await certificateServedTo(server, { host: '127.0.0.2' })).toBe('usual')
    },
  ).sees('sni-nameless-gets-first')
})

must('flag.tls-sni-cert-key.precedence', sniRow('precedence'), () => {
  says('Exact matches have precedence over wildcards, and explicit patterns over names in certificates.')
  test
    .for({
      'an exact name after a wildcard': formerly(
        'an exact name behind a wildcard',
        requestWith('one.first.example', 'exact second'),
      ),
      'an exact name before a wildcard': requestWith('one.second.example', 'exact first'),
    })('serves the certificate of %s', isServed)
    .sees('sni-wildcard-beats-exact')

  test
    .for({
      'a pattern after a name in a certificate': formerly(
        'a pattern behind a name in a certificate',
        requestWith('third.example', 'explicit second'),
      ),
      'a pattern before a name in a certificate': requestWith('fourth.example', 'explicit first'),
    })('serves the certificate of %s', isServed)
    .sees('sni-extracted-beats-explicit')
})

must(
  'flag.tls-sni-cert-key.form',
  {
    ...sniRow('form'),
    overlaps: true,
    twin: 'flag.tls-sni-cert-key.names/serves-the-certificate-of-an-exact-pattern',
  },
  () => {
    says('A value names the files of a certificate and of its key, which belong together.')
    refuses('a certificate without a key', async () => {
      const [certificate = ''] = (await pairFlag('form', { hosts: ['form.example'] })).split(',')
      await expectRefusal({ flags: { [flag]: certificate } }, 'tls-sni-cert-key')
    }).sees('sni-pair-form-unchecked')

    const pairsBefore = { 'the only pair': 0, 'the second of two pairs': 1, 'the last of three pairs': 2 }
    refuses
      .for(pairsBefore)(
        { title: 'the key of another certificate in %s', id: 'another-key-in %s' },
        async (before) => {
          const hosts = (at: number | string) => ({ hosts: [`${at}.example`] })
          const pairs = await Promise.all(
            [...Array(before).keys()].map((at) => pairFlag(`pair-${at}`, hosts(at))),
          )
          const [certificate] = (await pairFlag('last', hosts('last'))).split(',')
          // All keys of one authority are the same.
          const { key } = (await createAuthority('another CA')).issue({ commonName: 'other' })
          const mixed = `${certificate},${await writeServingFile('other.key', key)}`

          await expectRefusal({ flags: { [flag]: [...pairs, mixed] } }, 'private key')
        },
      )
      .sees((before) => (before === 0 ? 'sni-first-key-unchecked' : 'sni-later-keys-unchecked'))
  },
)

unspecified('flag.tls-sni-cert-key.open', sniRow('reach'), () => {
  says('How far a wildcard reaches, and what the names in a certificate with patterns mean, is open.')
  test(
    { title: 'records which certificate is served for other server names', id: 'observes further names' },
    async (check) => {
      for (const servername of [
        'a.b.first.example',
        'first.example',
        'TWO.FIRST.EXAMPLE',
        'none-1.example',
      ]) {
        check.observe(servername, await certificateServedTo(server, { servername }))
      }
    },
  )
})
