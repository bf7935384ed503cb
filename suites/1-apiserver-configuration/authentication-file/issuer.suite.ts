import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { completeFile, completeTwin } from './complete-file.ts'

const files = authenticationFiles(completeFile)
const issuer = (field: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', row: `Issuer.${field}` }) as const

rule(
  {
    id: 'authn.file.issuer-url-form',
    level: 'MUST',
    says: 'issuer.url has the form https://host or https://host/path.',
    source: issuer('url'),
    twin: completeTwin,
    overlaps: true,
    faults: {
      'http-issuer-accepted': ['refuses a url of plain http'],
      'issuer-url-malformed-accepted': ['refuses a url without a scheme', 'refuses a url without a host'],
      'issuer-url-user-accepted': ['refuses a url that names a user'],
      'issuer-url-query-accepted': ['refuses a url with a query'],
      'issuer-url-fragment-accepted': ['refuses a url with a fragment'],
    },
  },
  () => {
    const near: Record<string, (url: string) => string> = {
      'of plain http': (url) => url.replace('https:', 'http:'),
      'without a scheme': (url) => url.replace('https://', ''),
      'without a host': (url) => new URL(url).pathname.replace('/', 'https:///'),
      'that names a user': (url) => url.replace('https://', 'https://user@'),
      'with a query': (url) => `${url}?tenant=a`,
      'with a fragment': (url) => `${url}#a`,
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
    source: { document: 1, section: 'AuthenticationConfiguration', row: 'Issuer.url, unique' },
    twin: completeTwin,
    overlaps: true,
    faults: { 'duplicate-issuer-accepted': ['refuses two entries with the same url'] },
  },
  () => {
    test('refuses two entries with the same url', async () => {
      await files.refuses((host) => ({ 'jwt.1.issuer.url': host.issuer('claims').url }), 'url')
    })
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
    faults: { 'discovery-url-equal-to-url-accepted': ['refuses a discoveryURL that equals url'] },
  },
  () => {
    test('refuses a discoveryURL that equals url', async () => {
      await files.refuses(
        (host) => ({ 'jwt.0.issuer.discoveryURL': host.issuer('claims').url }),
        'discoveryURL',
      )
    })
  },
)

rule(
  {
    id: 'authn.file.discovery-url-unique',
    level: 'MUST',
    says: 'No two JWT authenticators have the same issuer.discoveryURL.',
    source: { document: 1, section: 'AuthenticationConfiguration', row: 'Issuer.discoveryURL, unique' },
    twin: completeTwin,
    overlaps: true,
    faults: { 'duplicate-discovery-url-accepted': ['refuses two entries with the same discoveryURL'] },
  },
  () => {
    test('refuses two entries with the same discoveryURL', async () => {
      const shared = '/.well-known/openid-configuration'
      await files.refuses(
        (host) => ({ 'jwt.1.issuer.discoveryURL': host.issuer('claims').url + shared }),
        'discoveryURL',
      )
    })
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
    faults: {
      'certificate-authority-not-pem-accepted': [
        'refuses a certificateAuthority that is no PEM at all',
        'refuses a certificateAuthority whose PEM block holds no certificate',
      ],
    },
  },
  () => {
    const near = {
      'that is no PEM at all': 'system',
      // The base64 of a text, where a certificate would be.
      'whose PEM block holds no certificate':
        '-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n',
    }

    test.for(near)('refuses a certificateAuthority %s', async (certificateAuthority) => {
      const change = { 'jwt.1.issuer.certificateAuthority': certificateAuthority }
      await files.refuses(change, 'certificateAuthority')
    })
  },
)
