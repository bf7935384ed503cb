import { type Cases, rule, seeing, test } from '#harness/check/rule.ts'
import { completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const issuer = (field: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows: [field] }) as const

rule(
  {
    id: 'authn.file.issuer-url-form',
    level: 'MUST',
    says: 'issuer.url has the form https://host or https://host/path.',
    source: issuer('url'),
    twin: completeTwin,
    overlaps: true,
  },
  () => {
    const near: Cases<(url: string) => string> = {
      'of plain http': seeing(['http-issuer-accepted'], (url) => url.replace('https:', 'http:')),
      'without a scheme': seeing(['issuer-url-malformed-accepted'], (url) => url.replace('https://', '')),
      'without a host': seeing(['issuer-url-malformed-accepted'], (url) =>
        new URL(url).pathname.replace('/', 'https:///'),
      ),
      'that names a user': seeing(['issuer-url-user-accepted'], (url) =>
        url.replace('https://', 'https://user@'),
      ),
      'with a query': seeing(['issuer-url-query-accepted'], (url) => `${url}?tenant=a`),
      'with a fragment': seeing(['issuer-url-fragment-accepted'], (url) => `${url}#a`),
    }

    test.for(near)('refuses a url %s', async (spoil) => {
      await files.refuses((host) => ({ 'jwt.1.issuer.url': spoil(host.issuer('expressions').url) }), 'url')
    })
  },
)

rule(
  {
    id: 'authn.file.issuer-url-unique',
    level: 'MUST',
    says: 'No two JWT authenticators have the same issuer.url.',
    source: { document: 1, section: 'AuthenticationConfiguration', rows: ['url'], aspect: 'unique' },
    twin: completeTwin,
    overlaps: true,
  },
  () => {
    test('refuses two entries with the same url', async () => {
      await files.refuses((host) => ({ 'jwt.1.issuer.url': host.issuer('claims').url }), 'url')
    }).sees('duplicate-issuer-accepted')
  },
)

rule(
  {
    id: 'authn.file.discovery-url-differs',
    level: 'MUST',
    says: 'issuer.discoveryURL differs from issuer.url.',
    source: issuer('discoveryURL'),
    twin: completeTwin,
    overlaps: true,
  },
  () => {
    test('refuses a discoveryURL that equals url', async () => {
      await files.refuses(
        (host) => ({ 'jwt.0.issuer.discoveryURL': host.issuer('claims').url }),
        'discoveryURL',
      )
    }).sees('discovery-url-equal-to-url-accepted')
  },
)

rule(
  {
    id: 'authn.file.discovery-url-unique',
    level: 'MUST',
    says: 'No two JWT authenticators have the same issuer.discoveryURL.',
    source: { document: 1, section: 'AuthenticationConfiguration', rows: ['discoveryURL'], aspect: 'unique' },
    twin: completeTwin,
    overlaps: true,
  },
  () => {
    test('refuses two entries with the same discoveryURL', async () => {
      const shared = '/.well-known/openid-configuration'
      await files.refuses(
        (host) => ({ 'jwt.1.issuer.discoveryURL': host.issuer('claims').url + shared }),
        'discoveryURL',
      )
    }).sees('duplicate-discovery-url-accepted')
  },
)

rule(
  {
    id: 'authn.file.certificate-authority-pem',
    level: 'MUST',
    says: 'issuer.certificateAuthority holds CA certificates in PEM.',
    source: issuer('certificateAuthority'),
    twin: completeTwin,
    overlaps: true,
  },
  () => {
    const near = {
      'that is no PEM at all': 'system',
      // The base64 of a text, where a certificate would be.
      'whose PEM block holds no certificate':
        '-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n',
    }

    test
      .for(near)('refuses a certificateAuthority %s', async (certificateAuthority) => {
        const change = { 'jwt.1.issuer.certificateAuthority': certificateAuthority }
        await files.refuses(change, 'certificateAuthority')
      })
      .sees('certificate-authority-not-pem-accepted')
  },
)
