import { type NamedInError, type NamedCases, seeing } from '#kit'
import { completeFile as authenticationFile } from '../shared/authentication/complete-file.ts'
import { completeFile as authorizationFile } from '../shared/authorization/complete-file.ts'
import type { Changes } from '../shared/configuration/apply-changes.ts'
import { configurationFile, type Variants } from '../shared/configuration/configuration-file.ts'
import { admissionTable } from '#documents/1/admission.ts'
import { authenticationTable } from '#documents/1/authentication.ts'
import { authorizationTable } from '#documents/1/authorization.ts'
import { sharedAuthorizers, sharedOidcHost } from '../shared/peers.ts'
import { inV1alpha1Of } from '#documents/fields.ts'
import { tracingTable } from '#documents/1/tracing.ts'
import { files as admissionFiles } from './admission/complete-file.ts'
import { files as tracingFiles } from './tracing/complete-file.ts'

/** Kind that exists in both versions, with invalid v1 files: one case of each sort. */
interface RefusedKind {
  readonly area: string
  readonly name: string
  readonly files: Pick<Variants, 'refuses'>
  /** End of the title "refuses a file …", changes to the accepted file, and subject of the refusal. */
  readonly wrong: NamedCases<readonly [changes: Changes, about: NamedInError]>
}

const entry = 'jwt.1'

/** Kinds of both versions. */
export const refusedKinds: readonly RefusedKind[] = [
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
      ...inV1alpha1Of(authenticationTable),
      'with an issuer of plain http': seeing(['http-issuer-accepted'], [
        { [`${entry}.issuer.url`]: 'http://127.0.0.1:1' },
        'url',
      ] as const),
      'with an expression that does not compile': seeing(['user-rule-broken-expression-accepted'], [
        { [`${entry}.userValidationRules.0.expression`]: '1 <' },
        'expression',
      ] as const),
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
