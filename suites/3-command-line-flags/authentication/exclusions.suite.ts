import { excluded, rule, test } from '#harness/check/rule.ts'
import type { FlagValue } from '#harness/launch/flags.ts'
import {
  completeFile,
  completeTwin,
} from '../../1-apiserver-configuration/authentication-file/complete-file.ts'
import { anonymousFile } from '../../1-apiserver-configuration/anonymous/anonymous-file.ts'
import { authenticationFiles } from '../../fixtures/authentication-files.ts'
import { flagRow } from '../flag-rules.ts'
import { caFile, oidcFlags } from './oidc-flags.ts'

const files = authenticationFiles(completeFile)
const anonymousFiles = authenticationFiles(anonymousFile)

const oidcValues: Readonly<Record<`--oidc-${string}`, FlagValue>> = {
  '--oidc-client-id': 'orch-conformance',
  '--oidc-groups-claim': 'groups',
  '--oidc-groups-prefix': 'group:',
  '--oidc-required-claim': 'tier=gold',
  '--oidc-signing-algs': 'RS256',
  '--oidc-username-claim': 'sub',
  '--oidc-username-prefix': '-',
}

rule(
  {
    id: 'flag.authentication-config.excludes-oidc',
    level: 'MUST',
    says: 'A file that configures JWT excludes each --oidc-* flag.',
    source: flagRow('--authentication-config', 'exclusive with --oidc-*'),
    twin: completeTwin,
    overlaps: true,
    faults: {
      'oidc-flags-beside-file-accepted': [
        'refuses --oidc-issuer-url and --oidc-client-id beside the file',
        'refuses --oidc-ca-file beside the file',
        ...Object.keys(oidcValues).map((flag) => `refuses ${flag} beside the file`),
      ],
      'oidc-ca-file-beside-file-accepted': ['refuses --oidc-ca-file beside the file'],
      ...Object.fromEntries(
        Object.keys(oidcValues).map((flag) => [
          `${flag.slice(2)}-beside-file-accepted`,
          [`refuses ${flag} beside the file`],
        ]),
      ),
    },
  },
  () => {
    // Without a client ID, the issuer would be refused for that.
    test('refuses --oidc-issuer-url and --oidc-client-id beside the file', async () => {
      const issuer = { '--oidc-issuer-url': 'https://127.0.0.1:1', '--oidc-client-id': 'orch-conformance' }
      await files.refuses({}, 'oidc', issuer)
    })

    test('refuses --oidc-ca-file beside the file', async () => {
      await files.refuses({}, 'oidc', { '--oidc-ca-file': caFile(await files.host()) })
    })

    for (const [flag, value] of Object.entries(oidcValues)) {
      test(`refuses ${flag} beside the file`, async () => {
        await files.refuses({}, 'oidc', { [flag]: value })
      })
    }
  },
)

rule(
  {
    id: 'flag.authentication-config.oidc-beside-anonymous',
    level: 'MUST',
    says: 'A file that configures no JWT does not exclude the --oidc-* flags.',
    source: flagRow('--authentication-config', 'exclusive with --oidc-* only when it configures JWT'),
    overlaps: true,
    faults: {
      'oidc-flags-beside-anonymous-file-refused': [
        'accepts --oidc-* beside a file that configures anonymous only',
      ],
      'second-anonymous-condition-refused': ['accepts --oidc-* beside a file that configures anonymous only'],
    },
  },
  () => {
    test('accepts --oidc-* beside a file that configures anonymous only', async () => {
      const issuer = (await anonymousFiles.host()).issuer('plain')
      await anonymousFiles.accepts({}, oidcFlags(issuer))
    })
  },
)

rule(
  {
    id: 'flag.authentication-config.excludes-anonymous-auth',
    level: 'MUST',
    says: 'A file that configures anonymous excludes --anonymous-auth, whatever either says.',
    source: flagRow('--authentication-config', 'exclusive with --anonymous-auth'),
    twin: 'authn.anonymous.file/accepts-a-file-that-configures-anonymous-only',
    overlaps: true,
    faults: {
      'anonymous-flag-at-default-beside-file-accepted': [
        'refuses the flag as true beside a file with enabled true',
      ],
      'anonymous-flag-false-beside-file-accepted': [
        'refuses the flag as false beside a file with enabled true',
      ],
    },
  },
  () => {
    test.for({ true: true, false: false })(
      'refuses the flag as %s beside a file with enabled true',
      async (value) => {
        await anonymousFiles.refuses({}, 'anonymous', { '--anonymous-auth': value })
      },
    )
  },
)

excluded({
  id: 'flag.authentication-config.exclusions',
  level: 'MUST',
  says: 'Flags that exclude each other are invalid together.',
  source: { document: 3, section: 'Errors', row: 'Mutually exclusive flag sets' },
  excluded: {
    reason:
      'The flag tables name the sets, and each has a rule there: flag.authentication-config.excludes-oidc and the like.',
  },
})
