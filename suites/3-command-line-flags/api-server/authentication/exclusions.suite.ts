import { accepts, excluded, refuses, rulesOf, says, seeing } from '#kit'
import type { FlagValue } from '#kit/launch.ts'
import { completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { anonymousFile } from '../../../shared/authentication/anonymous-file.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { caFile, oidcFlags } from '../oidc/flags.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const { must } = rulesOf({ overlaps: true })

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
const anonymousFiles = configurationFile({
  kind: 'authentication',
  peer: files.peer,
  base: anonymousFile,
})

const oidcValues: Readonly<Record<`--oidc-${string}`, FlagValue>> = {
  '--oidc-client-id': 'orch-conformance',
  '--oidc-groups-claim': 'groups',
  '--oidc-groups-prefix': 'group:',
  '--oidc-required-claim': 'tier=gold',
  '--oidc-signing-algs': 'RS256',
  '--oidc-username-claim': 'sub',
  '--oidc-username-prefix': '-',
}

must(
  'flag.authentication-config.excludes-oidc',
  { ...flagRow('--authentication-config', 'exclusive with --oidc-*'), twin: completeTwin },
  () => {
    says('A file that configures JWT excludes each --oidc-* flag.')
    // Has a client ID, because a server refuses an issuer without a client ID in any case.
    refuses(
      {
        title: '--oidc-issuer-url and --oidc-client-id together with the file',
        id: '--oidc-issuer-url and --oidc-client-id beside the file',
      },
      async () => {
        const issuer = { '--oidc-issuer-url': 'https://127.0.0.1:1', '--oidc-client-id': 'orch-conformance' }
        await files.refuses({}, 'oidc', issuer)
      },
    ).sees('oidc-flags-beside-file-accepted')

    refuses(
      {
        title: '--oidc-ca-file together with the file',
        id: '--oidc-ca-file beside the file',
      },
      async () => {
        await files.refuses({}, 'oidc', { '--oidc-ca-file': caFile(await files.peer()) })
      },
    ).sees('oidc-ca-file-beside-file-accepted')

    for (const [flag, value] of Object.entries(oidcValues)) {
      refuses({ title: `${flag} together with the file`, id: `${flag} beside the file` }, async () => {
        await files.refuses({}, 'oidc', { [flag]: value })
      }).sees(`${flag.slice(2)}-beside-file-accepted`)
    }
  },
)

must(
  'flag.authentication-config.oidc-beside-anonymous',
  flagRow('--authentication-config', 'exclusive with --oidc-* only when it configures JWT'),
  () => {
    says('A file that configures no JWT does not exclude the --oidc-* flags.')
    accepts(
      {
        title: '--oidc-* together with a file that configures anonymous only',
        id: '--oidc-* beside a file that configures anonymous only',
      },
      async () => {
        const issuer = (await anonymousFiles.peer()).issuer('plain')
        await anonymousFiles.accepts({}, oidcFlags(issuer))
      },
    ).sees('oidc-flags-beside-anonymous-file-refused')
  },
)

must(
  'flag.authentication-config.excludes-anonymous-auth',
  {
    ...flagRow('--authentication-config', 'exclusive with --anonymous-auth'),
    twin: 'authn.anonymous.file/accepts-a-file-that-configures-anonymous-only',
  },
  () => {
    says('A file that configures anonymous excludes --anonymous-auth, whatever either says.')
    refuses.for({
      true: seeing(['anonymous-flag-at-default-beside-file-accepted'], true),
      false: seeing(['anonymous-flag-false-beside-file-accepted'], false),
    })(
      {
        title: '--anonymous-auth=%s together with a file in which enabled is true',
        id: 'the flag as %s beside a file with enabled true',
      },
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
  source: { document: 3, section: 'Errors', rows: ['Mutually exclusive flag sets'] },
  excluded: {
    reason:
      'The flag tables name the sets, and each has a rule there: flag.authentication-config.excludes-oidc and the like.',
  },
})
