import { file, type Flags } from '#kit/launch.ts'
import type { Claims, MintOptions, OidcHost, OidcIssuer, SigningKey } from '#mocks/oidc-issuer/index.ts'
import type { Signature, TokenSpec } from './model.ts'
import { issOf, timesFrom } from './token-values.ts'

/** Other holders of signing keys. */
export interface OtherSigners {
  readonly host: OidcHost
  readonly accounts: SigningKey
}

/** Returns the flags that make a server accept a key for service accounts. */
export function accountFlags({ privateKey, publicKey }: SigningKey): Flags {
  const pem = (name: string, content: string | Buffer) => file(name, content.toString(), { verbatim: true })
  return {
    '--service-account-issuer': 'https://service-accounts.example',
    '--service-account-signing-key-file': pem(
      'accounts.key',
      privateKey.export({ format: 'pem', type: 'sec1' }),
    ),
    '--service-account-key-file': pem('accounts.pub', publicKey.export({ format: 'pem', type: 'spki' })),
  }
}

/** Returns the claims and options for minting a token. */
export async function mintOptionsOf(
  token: TokenSpec,
  issuer: OidcIssuer,
  signer: OidcIssuer,
  others: OtherSigners,
): Promise<{ claims: Claims; iss: unknown; options: MintOptions }> {
  const withoutOptionalClaims = { iat: undefined, nonce: undefined, sub: undefined }
  const expiryTimes = timesFrom(Math.floor(Date.now() / 1_000))
  return {
    claims: { ...withoutOptionalClaims, aud: undefined, ...token.claims, exp: expiryTimes[token.exp] },
    iss: issOf(token.iss, issuer.url),
    options: await signingOptions(token.signature, signer, others),
  }
}

async function signingOptions(
  signature: Signature,
  issuer: OidcIssuer,
  { host, accounts }: OtherSigners,
): Promise<MintOptions> {
  switch (signature) {
    case 'by the issuer':
      return {}
    case 'spoilt':
      return { tamper: 'signature' }
    case 'by a stranger':
      return { key: await issuer.keys.unpublished('p256') }
    case 'none':
      return { algorithm: 'none' }
    case 'left out':
      return { tamper: 'no-signature' }
    case 'claims added after':
      return { tamper: 'payload' }
    case 'by another issuer': {
      const otherIssuer = host.issuers.find((one) => one !== issuer) ?? host.issuer('another')
      return { key: await otherIssuer.keys.signer('rsa') }
    }
    case 'by a shared secret':
      return { algorithm: 'HS256' }
    case 'by service accounts':
      return { key: accounts }
  }
}
