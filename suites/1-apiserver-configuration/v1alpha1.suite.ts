import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { About } from '#harness/check/launching.ts'
import { completeFile as authenticationFile } from '../shared/authentication/complete-file.ts'
import { completeFile as authorizationFile } from '../shared/authorization/complete-file.ts'
import { apiVersions } from '../shared/configuration/api-versions.ts'
import type { Changes } from '../shared/configuration/changed.ts'
import { configurationFile, type Variants } from '../shared/configuration/configuration-file.ts'
import { sharedAuthorizers, sharedOidcHost } from '../shared/peers.ts'
import { files as admissionFiles } from './admission/complete-file.ts'
import { files as tracingFiles } from './tracing/complete-file.ts'

const { must } = rulesOf({ document: 1, section: 'Versioning', overlaps: true })

/** A kind that both versions have, with what is wrong in a file of v1: one case of each sort. */
interface Both {
  readonly area: string
  readonly name: string
  readonly files: Pick<Variants, 'refuses'>
  /** What completes "refuses a file …", what differs from the accepted file, and what the refusal speaks of. */
  readonly wrong: Readonly<Record<string, readonly [changes: Changes, about: About]>>
}

const entry = 'jwt.1'
const extra = `${entry}.claimMappings.extra`
const webhook = 'authorizers.0.webhook'
const tooMany = Array.from({ length: 65 }, (_, number) => ({ expression: `${number} < 100` }))

const kinds: readonly Both[] = [
  {
    area: 'admission',
    name: 'AdmissionConfiguration',
    files: admissionFiles,
    wrong: {
      'with an entry without a name': [{ 'plugins.0.name': undefined }, 'name'],
      'with an entry for no plugin': [{ 'plugins.0.name': 'NoSuchPlugin' }, 'NoSuchPlugin'],
      'with a text where a list belongs': [{ plugins: 'PodSecurity' }, 'plugins'],
    },
  },
  {
    area: 'authn',
    name: 'AuthenticationConfiguration',
    files: configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: authenticationFile }),
    wrong: {
      'without the url of an issuer': [{ [`${entry}.issuer.url`]: undefined }, 'url'],
      'without the audiences of an issuer': [{ [`${entry}.issuer.audiences`]: undefined }, 'audiences'],
      'without a username': [{ [`${entry}.claimMappings.username`]: undefined }, 'username'],
      'with an issuer of plain http': [{ [`${entry}.issuer.url`]: 'http://127.0.0.1:1' }, 'url'],
      'with an egress selection that no issuer may have': [
        { [`${entry}.issuer.egressSelectorType`]: 'etcd' },
        'egressSelectorType',
      ],
      'with a claim together with an expression': [
        { 'jwt.0.claimValidationRules.1.expression': '1 < 2' },
        'claim',
      ],
      'with a uid that has both claim and expression': [
        { [`${entry}.claimMappings.uid.claim`]: 'sub' },
        'uid',
      ],
      'with a capital in an extra key': [{ [`${extra}.0.key`]: 'example.org/Plain' }, 'key'],
      'with an extra key that repeats': [{ [`${extra}.0.key`]: 'a/b' }, 'key'],
      'with an expression that does not compile': [
        { [`${entry}.userValidationRules.0.expression`]: '1 <' },
        'expression',
      ],
      'with a text where an object belongs': [{ [`${entry}.claimMappings.uid`]: 'sub' }, 'uid'],
    },
  },
  {
    area: 'authz',
    name: 'AuthorizationConfiguration',
    files: configurationFile({ kind: 'authorization', peer: sharedAuthorizers(), base: authorizationFile }),
    wrong: {
      'without an authorizer': [{ authorizers: [] }, 'authorizers'],
      'without a webhook for the type Webhook': [{ [webhook]: undefined }, 'webhook'],
      'without a timeout': [{ [`${webhook}.timeout`]: undefined }, 'timeout'],
      'with a timeout of 31s': [{ [`${webhook}.timeout`]: '31s' }, 'timeout'],
      'with a capital in a name': [{ 'authorizers.0.name': 'Plain' }, 'name'],
      'with conditions against v1beta1': [
        { [`${webhook}.matchConditionSubjectAccessReviewVersion`]: 'v1beta1' },
        'matchConditionSubjectAccessReviewVersion',
      ],
      'with 65 match conditions': [{ [`${webhook}.matchConditions`]: tooMany }, 'matchConditions'],
      'with a match condition that does not compile': [
        { [`${webhook}.matchConditions.0.expression`]: 'request.user ==' },
        'expression',
      ],
      'with a boolean where a duration belongs': [{ [`${webhook}.timeout`]: true }, 'timeout'],
    },
  },
  {
    area: 'tracing',
    name: 'TracingConfiguration',
    files: tracingFiles,
    wrong: {
      'with a number for an endpoint': [{ endpoint: 4317 }, 'endpoint'],
      'with a rate above 32 bits': [{ samplingRatePerMillion: 2_147_483_648 }, 'samplingRatePerMillion'],
    },
  },
]

for (const { area, name, files, wrong } of kinds) {
  must(
    `${area}.file.v1alpha1-refusals`,
    {
      row: 'identical fields',
      aspect: `refusals of ${name}`,
      twin: `${area}.file.versions/accepts-every-field-under-v1alpha1`,
    },
    () => {
      says(`A file of ${name} in v1alpha1 is refused for what a file in v1 is refused for.`)
      test
        .for(wrong)('refuses a file %s', async ([changes, about]) => {
          await files.refuses({ apiVersion: apiVersions.v1alpha1, ...changes }, about)
        })
        .sees(`${name}-v1alpha1-unchecked`)
    },
  )
}
