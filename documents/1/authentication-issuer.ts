import { formerly, type NamedCases } from '#kit/tables.ts'
import type { Facts } from '../fields.ts'

const drawnIssuer = 'jwt.0.issuer'

/** An invalid form of an issuer's url. */
interface InvalidForm {
  /** The fault of the reference that accepts the form. */
  readonly fault: string
  /** The name of the violation in generated files. */
  readonly constraint: string
  /** Returns invalid URLs made from a valid URL. The check uses the first, and generated files draw from all. */
  readonly makeInvalid: (url: string) => readonly [string, ...string[]]
}

/** Invalid issuer URLs. The keys complete the test title "a url …". */
export const invalidUrls: NamedCases<InvalidForm> = {
  'with the scheme http': formerly('of plain http', {
    fault: 'http-issuer-accepted',
    constraint: 'url of another scheme',
    makeInvalid: (url) => [url.replace('https:', 'http:'), url.replace('https:', 'ftp:')],
  }),
  'without a scheme': {
    fault: 'issuer-url-malformed-accepted',
    constraint: 'url that is none',
    makeInvalid: (url) => [url.replace('https://', ''), '/t', 'issuer example'],
  },
  'without a host': {
    fault: 'issuer-url-malformed-accepted',
    constraint: 'url without a host',
    makeInvalid: (url) => [new URL(url).pathname.replace('/', 'https:///'), 'https:'],
  },
  'that names a user': {
    fault: 'issuer-url-user-accepted',
    constraint: 'url with a user',
    makeInvalid: (url) => [url.replace('https://', 'https://user@'), url.replace('https://', 'https://u:p@')],
  },
  'with a query': {
    fault: 'issuer-url-query-accepted',
    constraint: 'url with a query',
    makeInvalid: (url) => [`${url}?tenant=a`, `${url}?a`],
  },
  'with a fragment': {
    fault: 'issuer-url-fragment-accepted',
    constraint: 'url with a fragment',
    makeInvalid: (url) => [`${url}#a`],
  },
}

/** Documented properties of the fields of an issuer in document 1, except for the form of its url. */
export const issuerFields: Readonly<Record<string, Facts>> = {
  url: {
    requirement: {
      id: 'issuer-url',
      words: 'the url of an issuer',
      fault: 'issuer-url-missing-accepted',
      constraint: 'no url',
      drawChanges: (_, pick) => ({ [`${drawnIssuer}.url`]: [undefined, ''][pick % 2] }),
      inV1alpha1: 'without the url of an issuer',
    },
  },
  discoveryURL: {},
  certificateAuthority: {
    rules: [
      {
        id: 'authn.file.certificate-authority-pem',
        says: 'issuer.certificateAuthority holds CA certificates in PEM.',
        title: 'a certificateAuthority %s',
        fault: 'certificate-authority-not-pem-accepted',
        constraint: 'authority without certificates',
        nearMisses: {
          'that is not PEM': { values: ['system'], formerly: 'that is no PEM at all' },
          // The content of the block is the base64 encoding of "not a certificate".
          'whose PEM block contains no certificate': {
            values: ['-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n'],
            formerly: 'whose PEM block holds no certificate',
          },
        },
      },
    ],
  },
  audiences: {
    requirement: {
      id: 'audiences',
      words: 'the audiences of an issuer',
      fault: 'audiences-missing-accepted',
      constraint: 'no audiences',
      inV1alpha1: 'without the audiences of an issuer',
    },
    // Removes audienceMatchPolicy, which only several audiences require.
    drawChanges: (audiences) => ({
      [`${drawnIssuer}.audiences`]: audiences,
      [`${drawnIssuer}.audienceMatchPolicy`]: undefined,
    }),
    rules: [
      {
        id: 'authn.file.audiences-non-empty',
        says: 'issuer.audiences is not empty.',
        nearMisses: {
          'an empty list of audiences': {
            fault: 'empty-audiences-accepted',
            values: [[]],
            constraint: 'empty audiences',
          },
        },
      },
    ],
    mistypedValues: {
      'a string in place of a list of strings': {
        fault: 'scalar-for-list-accepted',
        values: ['orch-conformance'],
        formerly: 'a text where a list of texts belongs',
      },
    },
  },
  audienceMatchPolicy: { isOptional: true },
  egressSelectorType: {
    isOptional: true,
    rules: [
      {
        id: 'authn.file.egress-selector-type',
        says: 'issuer.egressSelectorType is controlplane or cluster.',
        acceptedFiles: {
          'controlplane and cluster': {
            fault: 'egress-controlplane-refused',
            changes: {
              'jwt.0.issuer.egressSelectorType': 'controlplane',
              'jwt.1.issuer.egressSelectorType': 'cluster',
            },
          },
        },
        fault: 'egress-selector-type-unchecked',
        constraint: 'egress of another name',
        nearMisses: {
          'the selection etcd': {
            formerly: 'another name of the egress selector file',
            values: ['etcd'],
            inV1alpha1: 'with an egress selection that no issuer may have',
          },
          'the deprecated name master': {
            values: ['master'],
            formerly: 'the deprecated name of controlplane',
          },
          'a value that differs in case': ['Cluster'],
          'an unknown value': { values: ['internet', 'cluster '], formerly: 'a value that nobody names' },
        },
      },
    ],
  },
}
