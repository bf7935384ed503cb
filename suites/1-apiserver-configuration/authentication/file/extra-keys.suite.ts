import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { completeFile, completeTwin, longestDomain } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({ overlaps: true, twin: completeTwin })

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const keyRow = (aspect: string) =>
  ({ document: 1, section: 'AuthenticationConfiguration', rows: ['key'], aspect }) as const
const firstKey = 'jwt.1.claimMappings.extra.0.key'

const domains = {
  'is empty': '/plain',
  'has an underscore': 'exa_mple.org/plain',
  'begins with a dash': '-example.org/plain',
  'ends with a dash': 'example.org-/plain',
  'has an empty label': 'example..org/plain',
  'ends with a dot': 'example.org./plain',
  'has a port': 'example.org:443/plain',
  'has a space': 'example .org/plain',
  // The names of RFC 1035 end at 253 characters.
  'has 254 characters': `${longestDomain}b/x`,
  'is longer than any name may be': `bbb${longestDomain}/x`,
}

must('authn.file.extra-key-domain', keyRow('domain'), () => {
  says('What stands before the first slash of an extra key is a valid subdomain.')
  test('refuses a key without a slash', async () => {
    await files.refuses({ [firstKey]: 'plain' }, 'key')
  }).sees('extra-key-without-path-accepted')

  test
    .for(domains)('refuses a key whose domain %s', async (key) => {
      await files.refuses({ [firstKey]: key }, 'key')
    })
    .sees('extra-key-domain-unchecked')
})

const paths = {
  'has a space': 'example.org/a b',
  'has a question mark': 'example.org/a?b',
  'has a number sign': 'example.org/a#b',
  'has brackets': 'example.org/[a]',
  'has a quotation mark': 'example.org/"a"',
  'has a backslash': 'example.org/a\\b',
  'has a letter beyond ASCII': 'example.org/ä',
  'has a percent sign that escapes nothing': 'example.org/100%',
}

must('authn.file.extra-key-path', keyRow('path'), () => {
  says('What stands after the first slash of an extra key consists of the characters of an HTTP path.')
  // RFC 3986 §3.3: pchar has it beside the colon.
  test('accepts a key whose path has an at sign', async () => {
    await files.accepts({ [firstKey]: 'example.org/a@b' })
  }).sees('extra-key-at-sign-refused')

  test
    .for(paths)('refuses a key whose path %s', async (key) => {
      await files.refuses({ [firstKey]: key }, 'key')
    })
    .sees('extra-key-path-unchecked')
})

must('authn.file.extra-key-lowercase', keyRow('lowercase'), () => {
  says('An extra key is in lower case.')
  test('refuses a capital in the path', async () => {
    await files.refuses({ [firstKey]: 'example.org/Plain' }, 'key')
  }).sees('extra-key-upper-case-accepted')

  test('refuses a capital in the domain', async () => {
    await files.refuses({ [firstKey]: 'Example.org/plain' }, 'key')
  }).sees('extra-key-upper-case-accepted')
})

must('authn.file.extra-key-unique', keyRow('unique'), () => {
  says('No two extra mappings of an authenticator have the same key.')
  test('refuses a key that an earlier mapping has', async () => {
    await files.refuses({ 'jwt.1.claimMappings.extra.1.key': 'example.org/plain' }, 'key')
  }).sees('extra-key-duplicate-accepted')
})
