import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import { loadScript } from '../serving/script.ts'
import { defaultAudience, type OidcAnswers, startOidcHost } from './index.ts'

/** The OIDC issuer for `orch-conformance mock oidc`. */
export const alone: StandAlonePeer = {
  name: 'oidc',
  summary: 'an OpenID Connect issuer: discovery, key set, tokens',
  start,
}

const daySeconds = 86_400

async function start({ directory, port, script }: StandAloneOptions): Promise<RunningPeer> {
  const { answers, handlers } = await loadScript<OidcAnswers>(script, ['discovery', 'keys', 'claims'])
  const peer = await startOidcHost({ port })
  peer.answer(answers)
  peer.use(...handlers)
  const issuer = peer.issuer('issuer')
  const configuration = stringify({
    apiVersion: 'apiserver.config.orch.io/v1',
    kind: 'AuthenticationConfiguration',
    jwt: [
      {
        issuer: {
          url: issuer.url,
          audiences: [defaultAudience],
          certificateAuthority: peer.certificateAuthority,
        },
        claimMappings: { username: { claim: 'sub', prefix: '' } },
      },
    ],
  })
  const token = await issuer.mint({ exp: Math.floor(Date.now() / 1000) + daySeconds })
  const files = {
    ca: join(directory, 'ca.crt'),
    configuration: join(directory, 'authentication.yaml'),
    token: join(directory, 'token'),
  }
  await Promise.all([
    writeFile(files.ca, peer.certificateAuthority),
    writeFile(files.configuration, configuration),
    writeFile(files.token, token, { mode: 0o600 }),
  ])
  return {
    peer,
    caFile: files.ca,
    snippet: [
      `# --authentication-config=${files.configuration}`,
      configuration.trimEnd(),
      '',
      `# A token of alice for 24 hours, also in ${files.token}:`,
      `# ${token}`,
    ].join('\n'),
    onAsked: (listener) => {
      peer.onAsked(listener)
    },
  }
}
