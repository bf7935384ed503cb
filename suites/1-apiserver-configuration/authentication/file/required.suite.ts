import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { anonymousFile, anonymousTwin } from '../../../shared/authentication/anonymous-file.ts'
import { completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile, type Variants } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration', overlaps: true })

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const anonymousFiles = configurationFile({ kind: 'authentication', base: anonymousFile })

interface Requirement {
  readonly id: string
  readonly rows: readonly [string]
  readonly aspect?: string
  readonly path: string
  readonly fault: string
}

const requirements: Readonly<Record<string, Requirement>> = {
  jwt: {
    id: 'jwt',
    rows: ['jwt'],
    path: 'jwt',
    fault: 'jwt-missing-accepted',
  },
  'the issuer of an entry': {
    id: 'issuer',
    rows: ['issuer'],
    path: 'jwt.1.issuer',
    fault: 'issuer-missing-accepted',
  },
  'the url of an issuer': {
    id: 'issuer-url',
    rows: ['url'],
    path: 'jwt.1.issuer.url',
    fault: 'issuer-url-missing-accepted',
  },
  'the audiences of an issuer': {
    id: 'audiences',
    rows: ['audiences'],
    path: 'jwt.1.issuer.audiences',
    fault: 'audiences-missing-accepted',
  },
  'the claimMappings of an entry': {
    id: 'claim-mappings',
    rows: ['claimMappings'],
    path: 'jwt.1.claimMappings',
    fault: 'claim-mappings-missing-accepted',
  },
  'the username of claimMappings': {
    id: 'username',
    rows: ['username'],
    path: 'jwt.1.claimMappings.username',
    fault: 'username-missing-accepted',
  },
  'the key of an extra mapping': {
    id: 'extra-key',
    rows: ['key'],
    path: 'jwt.1.claimMappings.extra.0.key',
    fault: 'extra-key-missing-accepted',
  },
  'the valueExpression of an extra mapping': {
    id: 'extra-value-expression',
    rows: ['valueExpression'],
    path: 'jwt.1.claimMappings.extra.0.valueExpression',
    fault: 'extra-value-missing-accepted',
  },
  'the expression of a user validation rule': {
    id: 'user-rule-expression',
    rows: ['expression'],
    aspect: 'of UserValidationRule, required',
    path: 'jwt.1.userValidationRules.0.expression',
    fault: 'user-rule-expression-missing-accepted',
  },
}

const conditions: Readonly<Record<string, Requirement>> = {
  'the path of a condition': {
    id: 'condition-path',
    rows: ['AnonymousAuthCondition.path'],
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
  { id, rows, aspect = 'required', path, fault }: Requirement,
  from: Pick<Variants, 'refuses'>,
  twin: string,
): void {
  const field = path.split('.').at(-1) ?? path
  must(`authn.file.required-${id}`, { rows, aspect, twin }, () => {
    says(`A file without ${name} is invalid.`)
    test(`refuses a file without ${name}`, async () => {
      await from.refuses({ [path]: undefined }, field)
    }).sees(fault)
  })
}

must(
  'authn.file.required-anonymous-enabled',
  {
    row: 'enabled',
    aspect: 'required',
    twin: 'authn.anonymous.file/accepts-a-file-that-turns-anonymous-off',
  },
  () => {
    says('A file whose anonymous does not say whether it is enabled is invalid.')
    // Without conditions, which would make no sense where anonymous is off.
    test('refuses a file without the enabled of anonymous', async () => {
      await anonymousFiles.refuses({ anonymous: {} }, 'enabled')
    }).sees('anonymous-enabled-missing-accepted')
  },
)
