import { formerly, type NamedCases } from '#kit/tables.ts'
import type { KeyedProvider } from '#kit/launch.ts'

/** The key lengths that a provider accepts, in bytes. */
interface KeyLengths {
  /** Name of the row in the table of limits. */
  readonly row: string
  readonly documentedLength: string
  readonly legalLengths: readonly number[]
  /** Invalid lengths by their description. Lengths that another provider accepts have separate entries. */
  readonly refusedLengths: Readonly<Record<string, readonly number[]>>
}

/** Key lengths of each provider in the table of limits. */
export const keyLengths: Readonly<Record<KeyedProvider, KeyLengths>> = {
  aescbc: {
    row: 'AES-CBC key',
    documentedLength: '32 bytes',
    legalLengths: [32],
    refusedLengths: {
      'too short': [1, 15],
      'of 16 bytes': [16],
      'between 16 and 24': [17, 23],
      'of 24 bytes': [24],
      'between 24 and 32': [25, 31],
      'too long': [33, 64],
    },
  },
  aesgcm: {
    row: 'AES-GCM key',
    documentedLength: '16, 24 or 32 bytes',
    legalLengths: [16, 24, 32],
    refusedLengths: {
      'too short': [1, 15],
      'between 16 and 24': [17, 23],
      'between 24 and 32': [25, 31],
      'too long': [33, 64],
    },
  },
  secretbox: {
    row: 'Secretbox key',
    documentedLength: '32 bytes',
    legalLengths: [32],
    refusedLengths: {
      'too short': [1, 15],
      'of 16 bytes': [16],
      'between 16 and 24': [23],
      'of 24 bytes': [24],
      'between 24 and 32': [31],
      'too long': [33, 64],
    },
  },
}

/** Providers whose configuration lists keys. */
export const keyedProviders = Object.keys(keyLengths) as readonly KeyedProvider[]

/** Functions that turn the secret of a key into invalid base64, keyed by words of test titles. */
export const invalidBase64Changes: NamedCases<(secret: string) => string> = {
  'contains a character outside of base64': formerly(
    'holds a character that base64 has not',
    (secret) => `!${secret.slice(1)}`,
  ),
  'contains a space': formerly('holds a blank', (secret) => ` ${secret.slice(1)}`),
  'is in hexadecimal, with one digit missing': formerly('is in hexadecimal, one digit short', (secret) =>
    Buffer.from(secret, 'base64').toString('hex').slice(1),
  ),
}

// 32 bytes whose encoding contains the characters that differ between the two alphabets of RFC 4648.
const secretWithSymbols = Buffer.alloc(32, 0xfb).toString('base64')

/** Secrets of the right length in other forms of base64, each with the fault that accepts it. */
export const alternativeBase64Secrets: Readonly<
  Record<string, { readonly fault: string; readonly secret: string }>
> = {
  'is in the alphabet for URLs': {
    fault: 'key-secret-url-alphabet-accepted',
    secret: secretWithSymbols.replaceAll('+', '-').replaceAll('/', '_'),
  },
  'lacks its padding': {
    fault: 'key-secret-unpadded-accepted',
    secret: secretWithSymbols.replaceAll('=', ''),
  },
}
