import { formerly, type NamedInError, type NamedCases, seeing } from '#kit'
import { completeFile as authenticationFile } from '../shared/authentication/complete-file.ts'
import { completeFile as authorizationFile } from '../shared/authorization/complete-file.ts'
import type { Changes } from '../shared/configuration/apply-changes.ts'
import { configurationFile, type Variants } from '../shared/configuration/configuration-file.ts'
import { admissionTable } from '#documents/1/admission.ts'
import { authenticationTable } from '#documents/1/authentication.ts'
import { authorizationTable } from '#documents/1/authorization.ts'
import { sharedAuthorizers, sharedOidcHost } from '../shared/peers.ts'
import { type FieldTable, inV1alpha1Of } from '#documents/fields.ts'
import { tracingTable } from '#documents/1/tracing.ts'
import { files as admissionFiles } from './admission/complete-file.ts'
import { files as tracingFiles } from './tracing/complete-file.ts'

/** Kind that exists in both versions, with invalid v1 files: one case of each sort. */
interface RefusedKind {
  readonly area: string
  readonly name: string
  readonly files: Pick<Variants, 'refuses'>
  /** End of the title "refuses a file …", changes to the accepted file, and subject of the refusal. */
  readonly wrongFiles: NamedCases<readonly [changes: Changes, about: NamedInError]>
}

const entry = 'jwt.1'

/** Ends of titles that differ from the words in the ids of their checks. */
const texts: Readonly<Record<string, string>> = {
  'with a text where a boolean belongs': 'with a string in place of a boolean',
  'with a text where an object belongs': 'with a string in place of an object',
  'with a number for an endpoint': 'with a number as endpoint',
  'with a capital in a name': 'with an upper-case letter in a name',
  'with a capital in an extra key': 'with an upper-case letter in an extra key',
  'with an extra key that repeats': 'with a repeated extra key',
  'with conditions against v1beta1': 'with match conditions for version v1beta1',
}

/** Returns the cases of a table that are also checked in v1alpha1, by the ends of their titles. */
const casesOf = (table: FieldTable): RefusedKind['wrongFiles'] =>
  Object.fromEntries(
    Object.entries(inV1alpha1Of(table)).map(([words, one]) => {
      const text = texts[words]
      return text === undefined ? [words, one] : [text, formerly(words, one)]
    }),
  )

/** Kinds of configuration files that exist in v1 and in v1alpha1, with invalid files. */
export const refusedKinds: readonly RefusedKind[] = [
  {
    area: 'admission',
    name: 'AdmissionConfiguration',
    files: admissionFiles,
    wrongFiles: {
      ...casesOf(admissionTable),
      'with a string in place of a list': formerly('with a text where a list belongs', [
        { plugins: 'PodSecurity' },
        'plugins',
      ] as const),
    },
  },
  {
    area: 'authn',
    name: 'AuthenticationConfiguration',
    files: configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: authenticationFile }),
    wrongFiles: {
      ...casesOf(authenticationTable),
      'with an issuer url of the scheme http': formerly(
        'with an issuer of plain http',
        seeing(['http-issuer-accepted'], [{ [`${entry}.issuer.url`]: 'http://127.0.0.1:1' }, 'url'] as const),
      ),
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
    wrongFiles: casesOf(authorizationTable),
  },
  {
    area: 'tracing',
    name: 'TracingConfiguration',
    files: tracingFiles,
    wrongFiles: casesOf(tracingTable),
  },
]
