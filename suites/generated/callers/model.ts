/** Values of the `--requestheader-*` flags. */
export interface HeaderFlags {
  readonly allowedNames: readonly string[]
  readonly usernames: readonly string[]
  readonly groups: readonly string[]
  readonly uids: readonly string[]
  readonly extraPrefixes: readonly string[]
}

/** Flags of the servers, by name. */
export const headerFlags = {
  'two of each': {
    allowedNames: ['front-proxy', 'second-proxy'],
    usernames: ['X-Remote-User', 'X-Other-User'],
    groups: ['X-Remote-Group', 'X-Other-Group'],
    uids: ['X-Remote-Uid', 'X-Other-Uid'],
    extraPrefixes: ['X-Remote-Extra-', 'X-Other-Extra-'],
  },
  'one of each': {
    allowedNames: ['second-proxy'],
    usernames: ['X-Other-User'],
    groups: ['X-Other-Group'],
    // An API server may require the suggested header for UIDs.
    uids: ['X-Remote-Uid'],
    extraPrefixes: ['X-Other-Extra-'],
  },
  'user names of any proxy': {
    allowedNames: [],
    usernames: ['X-Remote-User'],
    groups: [],
    uids: [],
    extraPrefixes: [],
  },
} as const satisfies Readonly<Record<string, HeaderFlags>>

export const issuers = ['none', 'clients', 'proxies', 'further proxies', 'unknown'] as const

/** Authority of a client certificate; `none` for a caller without a certificate. */
export type CertificateIssuer = (typeof issuers)[number]

/** User of a valid token. */
export interface TokenOwner {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
}

/** Valid tokens of the token file, in the order of its lines. */
export const fileTokens: Readonly<Record<string, TokenOwner>> = {
  'token-of-the-first-line': { username: 'dora', uid: 'uid-of-dora', groups: ['night'] },
  'token-of-the-second-line': { username: 'emil', uid: 'uid-of-emil', groups: ['crew', 'deck'] },
  'token-of-the-last-line': { username: 'frida', uid: 'uid-of-frida', groups: ['deck'] },
}

/** Valid tokens of the token webhook. */
export const webhookTokens: Readonly<Record<string, TokenOwner>> = {
  'token-of-the-webhook': { username: 'gustav', uid: 'uid-of-gustav', groups: ['cooks'] },
  'other-token-of-the-webhook': { username: 'hilda', uid: 'uid-of-hilda', groups: ['cooks', 'night'] },
}

/** Tokens that are neither in the file nor known to the webhook. */
export const unknownTokens = ['token-of-nobody', 'token-of-the-first', 'token-of-the-webhook-2'] as const

/** One header, of one or several values. */
export type Header = readonly [name: string, values: readonly string[]]

/** Request with the credentials that it presents. */
export interface Request {
  readonly issuer: CertificateIssuer
  /** Common name of the certificate. */
  readonly commonName: string
  readonly token?: string | undefined
  readonly headers: readonly Header[]
}

/** Requests that follow each other, over kept connections of one protocol. */
export interface CallerCase {
  readonly flags: keyof typeof headerFlags
  readonly protocol: 'HTTP/1.1' | 'HTTP/2'
  readonly requests: readonly Request[]
}
