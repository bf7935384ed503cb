/** Key that signs a token. All but the last are in a file of the server. */
export const signers = ['signing', 'another', 'firstOfTwo', 'rsa', 'unknown'] as const
export type Signer = (typeof signers)[number]

/** Issuers of the server, in the order of the flag. */
export const listedIssuers = [
  'https://first-issuer.example',
  'https://second-issuer.example',
  'https://last-issuer.example',
] as const
export const unlistedIssuers = ['https://first-issuer.example/', 'https://other.example'] as const

/** Audiences of the server, in the order of the flag. */
export const listedAudiences = ['https://api.example', 'https://last-api.example'] as const
export const unlistedAudiences = ['https://api.example/', 'https://other.example', listedIssuers[0]] as const

export const objectStates = ['present', 'deleted', 'created again'] as const

/** State of an object that a token names when the token is presented. */
export type ObjectState = (typeof objectStates)[number]

/** Token of a service account. */
export interface AccountCase {
  readonly signer: Signer
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly hasExpired: boolean
  readonly isSignatureIntact: boolean
  readonly account: ObjectState
  /** Secret to which the token is bound. */
  readonly secret?: ObjectState | undefined
}
