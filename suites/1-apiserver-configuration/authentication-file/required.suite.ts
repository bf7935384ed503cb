import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { anonymousFile, anonymousTwin } from '../anonymous/anonymous-file.ts'
import { completeFile, completeTwin } from './complete-file.ts'

const files = authenticationFiles(completeFile)
const anonymousFiles = authenticationFiles(anonymousFile)

interface Requirement {
  readonly id: string
  readonly row: string
  readonly path: string
  readonly fault: string
}

const requirements: Readonly<Record<string, Requirement>> = {
  jwt: {
    id: 'jwt',
    row: 'AuthenticationConfiguration.jwt',
    path: 'jwt',
    fault: 'jwt-missing-accepted',
  },
  'the issuer of an entry': {
    id: 'issuer',
    row: 'JWTAuthenticator.issuer',
    path: 'jwt.1.issuer',
    fault: 'issuer-missing-accepted',
  },
  'the url of an issuer': {
    id: 'issuer-url',
    row: 'Issuer.url',
    path: 'jwt.1.issuer.url',
    fault: 'issuer-url-missing-accepted',
  },
  'the audiences of an issuer': {
    id: 'audiences',
    row: 'Issuer.audiences',
    path: 'jwt.1.issuer.audiences',
    fault: 'audiences-missing-accepted',
  },
  'the claimMappings of an entry': {
    id: 'claim-mappings',
    row: 'JWTAuthenticator.claimMappings',
    path: 'jwt.1.claimMappings',
    fault: 'claim-mappings-missing-accepted',
  },
  'the username of claimMappings': {
    id: 'username',
    row: 'ClaimMappings.username',
    path: 'jwt.1.claimMappings.username',
    fault: 'username-missing-accepted',
  },
  'the key of an extra mapping': {
    id: 'extra-key',
    row: 'ExtraMapping.key',
    path: 'jwt.1.claimMappings.extra.0.key',
    fault: 'extra-key-missing-accepted',
  },
  'the valueExpression of an extra mapping': {
    id: 'extra-value-expression',
    row: 'ExtraMapping.valueExpression',
    path: 'jwt.1.claimMappings.extra.0.valueExpression',
    fault: 'extra-value-missing-accepted',
  },
  'the expression of a user validation rule': {
    id: 'user-rule-expression',
    row: 'UserValidationRule.expression',
    path: 'jwt.1.userValidationRules.0.expression',
    fault: 'user-rule-expression-missing-accepted',
  },
}

const conditions: Readonly<Record<string, Requirement>> = {
  'the path of a condition': {
    id: 'condition-path',
    row: 'AnonymousAuthCondition.path',
    path: 'anonymous.conditions.0.path',
    fault: 'anonymous-condition-path-missing-accepted',
  },
}

for (const [name, requirement] of Object.entries(requirements))
  required(name, requirement, files, completeTwin)
for (const [name, requirement] of Object.entries(conditions)) {
  required(name, requirement, anonymousFiles, anonymousTwin)
}

function required(
  name: string,
  { id, row, path, fault }: Requirement,
  from: typeof files,
  twin: string,
): void {
  const field = path.split('.').at(-1) ?? path
  rule(
    {
      id: `authn.file.required-${id}`,
      level: 'MUST',
      says: `A file without ${name} is invalid.`,
      source: { document: 1, section: 'AuthenticationConfiguration', row: `${row}, required` },
      twin,
      overlaps: true,
      faults: { [fault]: [`refuses a file without ${name}`] },
    },
    () => {
      test(`refuses a file without ${name}`, async () => {
        await from.refuses({ [path]: undefined }, field)
      })
    },
  )
}

rule(
  {
    id: 'authn.file.required-anonymous-enabled',
    level: 'MUST',
    says: 'A file whose anonymous does not say whether it is enabled is invalid.',
    source: {
      document: 1,
      section: 'AuthenticationConfiguration',
      row: 'AnonymousAuthConfig.enabled, required',
    },
    twin: 'authn.anonymous.file/accepts-a-file-that-turns-anonymous-off',
    overlaps: true,
    faults: { 'anonymous-enabled-missing-accepted': ['refuses a file without the enabled of anonymous'] },
  },
  () => {
    // Without conditions, which would make no sense where anonymous is off.
    test('refuses a file without the enabled of anonymous', async () => {
      await anonymousFiles.refuses({ anonymous: {} }, 'enabled')
    })
  },
)
