import { join } from 'node:path'
import { file } from '#harness/launch/flags.ts'
import type { RunningPeer, StandAloneOptions, StandAlonePeer } from '#harness/peer.ts'
import * as faults from '../http/faults.ts'
import { controlOf, loadScript } from '../peer/index.ts'
import { answerNames } from './answers.ts'
import { mintingActions } from './actions.ts'
import { shapes } from './shapes.ts'
import { defaultAudience, type OidcAnswers, startOidcHost } from './index.ts'

/** Definition of the OIDC issuer for `orch-conformance mock oidc-issuer`. */
export const standAlone: StandAlonePeer = {
  name: 'oidc-issuer',
  aliases: ['oidc'],
  summary: 'an OpenID Connect issuer: discovery, key set, tokens',
  start,
}

const daySeconds = 86_400

async function start({ directory, port, script }: StandAloneOptions): Promise<RunningPeer> {
  const { answers, handlers } = await loadScript<OidcAnswers>(script, answerNames, faults, shapes)
  const peer = await startOidcHost({ port })
  peer.answer(answers)
  peer.use(...handlers)
  const issuer = peer.issuer('issuer')
  const authentication = {
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
  }
  const token = await issuer.mint({ exp: Math.floor(Date.now() / 1000) + daySeconds })
  return {
    peer,
    address: issuer.url,
    files: { 'ca.crt': peer.certificateAuthority, token },
    flags: { '--authentication-config': file('authentication.yaml', authentication) },
    notes: [`A token of alice for 24 hours is in ${join(directory, 'token')}:`, token],
    control: controlOf([peer], answerNames, faults, mintingActions(issuer), shapes),
    onAsked: (listener) => void peer.onAsked(listener),
    onAnswered: (listener) => void peer.onAnswered(listener),
  }
}
