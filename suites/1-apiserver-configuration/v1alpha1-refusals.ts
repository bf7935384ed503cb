import { type Cases, seeing } from '#harness/check/rule.ts'
import type { About } from '#harness/check/launching.ts'
import { completeFile as authenticationFile } from '../shared/authentication/complete-file.ts'
import { completeFile as authorizationFile } from '../shared/authorization/complete-file.ts'
import type { Changes } from '../shared/configuration/changed.ts'
import { configurationFile, type Variants } from '../shared/configuration/configuration-file.ts'
import { admissionTable } from '../shared/tables/admission.ts'
import { authorizationTable } from '../shared/tables/authorization.ts'
import { sharedAuthorizers, sharedOidcHost } from '../shared/peers.ts'
import { inV1alpha1Of } from '../shared/tables/field-table.ts'
import { tracingTable } from '../shared/tables/tracing.ts'
import { files as admissionFiles } from './admission/complete-file.ts'
import { files as tracingFiles } from './tracing/complete-file.ts'

/** A kind that both versions have, with what is wrong in a file of v1: one case of each sort. */
interface Both {
  readonly area: string
  readonly name: string
  readonly files: Pick<Variants, 'refuses'>
  /** What completes "refuses a file …", what differs from the accepted file, and what the refusal speaks of. */
  readonly wrong: Cases<readonly [changes: Changes, about: About]>
}

const entry = 'jwt.1'
const extra = `${entry}.claimMappings.extra`

/** The kinds of both versions. */
export const kinds: readonly Both[] = [
  {
    area: 'admission',
    name: 'AdmissionConfiguration',
    files: admissionFiles,
    wrong: {
      ...inV1alpha1Of(admissionTable),
      'with a text where a list belongs': [{ plugins: 'PodSecurity' }, 'plugins'] as const,
    },
  },
  {
    area: 'authn',
    name: 'AuthenticationConfiguration',
    files: configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: authenticationFile }),
    wrong: {
      'without the url of an issuer': seeing(['issuer-url-missing-accepted'], [
        { [`${entry}.issuer.url`]: undefined },
        'url',
      ] as const),
      'without the audiences of an issuer': seeing(['audiences-missing-accepted'], [
        { [`${entry}.issuer.audiences`]: undefined },
        'audiences',
      ] as const),
      'without a username': seeing(['username-missing-accepted'], [
        { [`${entry}.claimMappings.username`]: undefined },
        'username',
      ] as const),
      'with an issuer of plain http': seeing(['http-issuer-accepted'], [
        { [`${entry}.issuer.url`]: 'http://127.0.0.1:1' },
        'url',
      ] as const),
      'with an egress selection that no issuer may have': seeing(['egress-selector-type-unchecked'], [
        { [`${entry}.issuer.egressSelectorType`]: 'etcd' },
        'egressSelectorType',
      ] as const),
      'with a claim together with an expression': seeing(['claim-rule-claim-with-expression-accepted'], [
        { 'jwt.0.claimValidationRules.1.expression': '1 < 2' },
        'claim',
      ] as const),
      'with a uid that has both claim and expression': seeing(['uid-claim-with-expression-accepted'], [
        { [`${entry}.claimMappings.uid.claim`]: 'sub' },
        'uid',
      ] as const),
      'with a capital in an extra key': seeing(['extra-key-upper-case-accepted'], [
        { [`${extra}.0.key`]: 'example.org/Plain' },
        'key',
      ] as const),
      'with an extra key that repeats': seeing(['extra-key-duplicate-accepted'], [
        { [`${extra}.0.key`]: 'a/b' },
        'key',
      ] as const),
      'with an expression that does not compile': seeing(['user-rule-broken-expression-accepted'], [
        { [`${entry}.userValidationRules.0.expression`]: '1 <' },
        'expression',
      ] as const),
      'with a text where an object belongs': [{ [`${entry}.claimMappings.uid`]: 'sub' }, 'uid'] as const,
    },
  },
  {
    area: 'authz',
    name: 'AuthorizationConfiguration',
    files: configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: authorizationFile }),
    wrong: inV1alpha1Of(authorizationTable),
  },
  {
    area: 'tracing',
    name: 'TracingConfiguration',
    files: tracingFiles,
    wrong: inV1alpha1Of(tracingTable),
  },
]
