import { rule, test } from '#harness/check/rule.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { anonymousFile, anonymousTwin } from '../anonymous/anonymous-file.ts'
import { completeFile, completeTwin } from './complete-file.ts'

const files = authenticationFiles(completeFile)
const anonymousFiles = authenticationFiles(anonymousFile)
const source = { document: 1, section: 'What the service does', row: 'typed object' } as const

const mistyped = {
  'a list where an object belongs': { path: 'jwt.1.claimMappings.uid', value: ['sub'] },
  'a text where an object belongs': { path: 'jwt.1.claimMappings.uid', value: 'sub' },
  'an object where a list belongs': { path: 'jwt.1.userValidationRules', value: { expression: '1 < 2' } },
  'a text where a list of texts belongs': { path: 'jwt.1.issuer.audiences', value: 'orch-conformance' },
  'a number where a text belongs': { path: 'jwt.0.claimValidationRules.0.requiredValue', value: 5 },
}

rule(
  {
    id: 'authn.file.types',
    level: 'MUST',
    says: 'The file is a typed object: each field holds a value of the type that its table names.',
    source,
    twin: completeTwin,
    overlaps: true,
    faults: {
      'wrong-type-ignored': [
        'refuses a list where an object belongs',
        'refuses a text where an object belongs',
        'refuses an object where a list belongs',
        'refuses a number where a text belongs',
      ],
      'scalar-for-list-accepted': [
        'refuses a text where a list of texts belongs',
        'refuses an object where a list belongs',
      ],
      'number-for-string-accepted': ['refuses a number where a text belongs'],
    },
  },
  () => {
    test.for(mistyped)('refuses %s', async ({ path, value }) => {
      await files.refuses({ [path]: value }, path.split('.').at(-1) ?? path)
    })
  },
)

rule(
  {
    id: 'authn.file.bool-type',
    level: 'MUST',
    says: 'A field of type bool holds true or false, not a text.',
    source: { ...source, row: 'typed object, bool' },
    twin: anonymousTwin,
    overlaps: true,
    faults: { 'string-for-bool-accepted': ['refuses a text where a bool belongs'] },
  },
  () => {
    test('refuses a text where a bool belongs', async () => {
      await anonymousFiles.refuses({ 'anonymous.enabled': 'true' }, 'enabled')
    })
  },
)
